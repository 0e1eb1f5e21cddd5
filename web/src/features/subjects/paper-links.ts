import { kindLabel, type SubjectKey } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, listThemes, type ThemeSlug, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import type { ChapterItem } from '#shared/entities/resource.ts'
import type { SubjectItem } from '#shared/entities/subject.ts'

/** A chapter with resources that were taken from a paper; `documents` names them: 'Énoncé', 'Corrigé vidéo'. */
export type PaperChapter = { theme: ThemeSlug; chapter: number; documents: string[] }

/** The links of a paper's page. The page itself carries them, since no list of the API has all of them. */
export type PaperLinks = {
  /** The next older paper of the same track. */
  previous: SubjectKey | null
  next: SubjectKey | null
  /** Papers of the same year in other tracks. */
  sameYear: SubjectKey[]
  chapters: PaperChapter[]
  /** HTML of the published answers to questions of students; empty where there is none. */
  answers: string
}

/** `chapters` holds the resources of each chapter by track, theme and 1-based number: 'SM/ondes/1'. */
type Published = {
  subjects: readonly SubjectItem[]
  chapters: Readonly<Partial<Record<string, readonly ChapterItem[]>>>
}

/** Finds the links of a paper's page among what is published. */
export function findPaperLinks(
  paper: SubjectKey,
  { subjects, chapters }: Published,
): Omit<PaperLinks, 'answers'> {
  const papers = subjects.map(({ track, year, session }) => ({ track, year, session })).toSorted(byDate)
  const track = papers.filter((each) => each.track === paper.track)
  const at = track.findIndex((each) => byDate(each, paper) === 0)
  const isTaken = ({ year, session }: { year: string; session: string }) =>
    year === paper.year && session === paper.session
  return {
    previous: track[at - 1] ?? null,
    next: track[at + 1] ?? null,
    sameYear: papers.filter((each) => each.year === paper.year && each.track !== paper.track),
    chapters: listThemes(paper.track).flatMap((theme) =>
      theme.chapters.flatMap((_title, index) => {
        const items = chapters[`${paper.track}/${theme.slug}/${index + 1}`] ?? []
        const taken = items.filter((item) => item.available && isTaken(item))
        const documents = taken.map(kindLabel)
        return taken.length === 0
          ? []
          : [{ theme: theme.slug, chapter: index + 1, documents: [...new Set(documents)] }]
      }),
    ),
  }
}

/** Sorts the oldest first; within a year by track, and the normal session before the other. */
function byDate(one: SubjectKey, other: SubjectKey): number {
  return (
    one.year.localeCompare(other.year) ||
    TRACK_CODES.indexOf(one.track) - TRACK_CODES.indexOf(other.track) ||
    EXAM_SESSIONS.indexOf(one.session) - EXAM_SESSIONS.indexOf(other.session)
  )
}
