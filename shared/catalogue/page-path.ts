import { EXAM_SESSIONS, type ExamSession, findTrack, TRACK_CODES, type TrackCode } from './tracks.ts'

/** Returns a path without the final slash that a person may have typed. */
export function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

/** Returns the page with a track's exam subjects. */
export function subjectsPath(track: TrackCode): string {
  return `/sujets-bac/${track.toLowerCase()}`
}

type Paper = { track: TrackCode; year: string; session: ExamSession }

/** Returns the page of a paper: '/sujets-bac/sm/2023-normale'. */
export function paperPath({ track, year, session }: Paper): string {
  return `${subjectsPath(track)}/${year}-${session.toLowerCase()}`
}

/** The source of a regular expression for the page of a paper; its groups are track, year and session. */
export const PAPER_PATH = `^/sujets-bac/(${lowerCase(TRACK_CODES)})/(\\d{4})-(${lowerCase(EXAM_SESSIONS)})$`

function lowerCase(words: readonly string[]): string {
  return words.join('|').toLowerCase()
}

/** Returns the paper of a page's path, whether or not it exists; null for any other page. */
export function parsePaperPath(path: string): Paper | null {
  const [, slug, year, name] = new RegExp(PAPER_PATH).exec(path) ?? []
  const track = TRACK_CODES.find((code) => code.toLowerCase() === slug)
  const session = EXAM_SESSIONS.find((each) => each.toLowerCase() === name)
  return track && year && session ? { track, year, session } : null
}

/** The end of an examination's path, after the path of its paper. */
const EXAM = '/examen'

/** Returns the page on which a student sits a paper: '/sujets-bac/sm/2023-normale/examen'. */
export function examPath(paper: Paper): string {
  return `${paperPath(paper)}${EXAM}`
}

/** Returns the paper of an examination's path, whether or not it exists; null for any other page. */
export function parseExamPath(path: string): Paper | null {
  return path.endsWith(EXAM) ? parsePaperPath(path.slice(0, -EXAM.length)) : null
}

/** Returns the page of a chapter by its 1-based number within its theme: '/science-math/ondes/1'. */
export function chapterPath(track: TrackCode, theme: string, number: number): string {
  return `/${findTrack(track).slug}/${theme}/${number}`
}

/** The file that the search in the header loads. */
export const SEARCH_FILE = '/recherche.json'

/** The file with the words of statements, which the search loads with the first letter. */
export const STATEMENTS_FILE = '/recherche-enonces.json'
