import { paperPath } from '#shared/catalogue/page-path.ts'
import { subjectTitle } from '#shared/catalogue/subjects.ts'
import type { PublishedContent } from '#shared/contract/published-content.ts'
import type { Exercise } from '#shared/entities/exercise.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'
import { withFrenchSpaces } from '#web/lib/format/french-spaces.ts'
import { pointsText } from '#web/lib/format/quantities.ts'
import type { ChapterKey } from '#web/lib/progress/unsent-marks.ts'

/** An exercise of a paper that asks about a chapter. */
export type ChapterExercise = Pick<Exercise, 'number'> &
  Pick<SubjectItem, 'year' | 'session' | 'isFree'> & {
    /** Path of the paper's page. */
    paper: string
    /** 'Exercice 2 : Dipôle RC' */
    title: string
    /** 'Bac SM 2023 - Session Normale · 3,25 points' */
    detail: string
  }

/** A document by its id, and the day on which a reported error of it was last corrected. */
export type CorrectedOn = readonly [id: string, day: string]

/** Where a chapter leads. The page itself carries it, since no list of the API has it. */
export type ChapterLinks = {
  /** The pages of the papers that its resources come from, among those that are published. */
  papers: string[]
  /** Newest first. */
  exercises: ChapterExercise[]
  /** The resources of which reported errors were corrected, with the days. */
  corrected: CorrectedOn[]
}

/** What the page of a chapter links to, among what is published. */
export function findChapterLinks(
  { track, theme, chapter }: ChapterKey,
  {
    subjects,
    exercises,
    chapters,
    dates,
  }: Pick<PublishedContent, 'subjects' | 'exercises' | 'chapters' | 'dates'>,
): ChapterLinks {
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

/** Within a year the second session before the first. */
function newestFirst(one: SubjectItem, other: SubjectItem): number {
  return other.year.localeCompare(one.year) || other.session.localeCompare(one.session)
}
