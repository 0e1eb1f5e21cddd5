import { paperPath } from '#shared/catalogue/page-path.ts'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import type { PublishedContent } from '#shared/contract/published-content.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { pointsText } from '#web/lib/format.ts'
import type { ChapterExercise } from '#web/lib/practice/exercise-marks.ts'
import type { ChapterKey } from '#web/lib/progress/unsent-marks.ts'

/** A document by its id, and the day on which a reported error of it was last corrected. */
export type CorrectedOn = readonly [id: string, day: string]

/** The links of a chapter. The page itself carries them, since no list of the API has them. */
export type ChapterLinks = {
  papers: string[]
  /** Newest first. */
  exercises: ChapterExercise[]
  corrected: CorrectedOn[]
  /**
   * HTML of the revision sheet and of the published answers to questions of students; empty where there is none, missing
   * in pages that a device stored before there were any.
   */
  texts?: string
}

/** The renderer puts the sheet first (render/page-answers.ts). */
export const hasSheet = ({ texts }: Pick<ChapterLinks, 'texts'>) => texts?.startsWith('<article')

export function findChapterLinks(
  { track, theme, chapter }: ChapterKey,
  {
    subjects,
    exercises,
    chapters,
    dates,
  }: Pick<PublishedContent, 'subjects' | 'exercises' | 'chapters' | 'dates'>,
): Omit<ChapterLinks, 'texts'> {
  const taken = chapters[`${track}/${theme}/${chapter}`] ?? []
  const paths = new Set(taken.map(({ year, session }) => paperPath({ track, year, session })))
  const papers = subjects.filter((paper) => paper.track === track)
  const days = taken.flatMap(({ id }) => {
    const day = dates.get(id)?.correctedOn
    return day === undefined ? [] : [[id, day] as const]
  })
  return {
    corrected: days,
    papers: papers.map(paperPath).filter((path) => paths.has(path)),
    exercises: papers.toSorted(newestFirst).flatMap((paper) =>
      (exercises.get(paper.id) ?? [])
        .filter((each) => each.chapters.some((one) => one.theme === theme && one.chapter === chapter))
        .map(({ number, title, points }) => ({
          paper: paperPath(paper),
          year: paper.year,
          session: paper.session,
          isFree: paper.isFree,
          number,
          title: withFrenchSpaces(`Exercice ${number} : ${title}`),
          detail: `${subjectTitle(paper)} · ${pointsText(points)}`,
        })),
    ),
  }
}

/** In each year the second session comes before the first. */
function newestFirst(one: SubjectItem, other: SubjectItem): number {
  return other.year.localeCompare(one.year) || other.session.localeCompare(one.session)
}
