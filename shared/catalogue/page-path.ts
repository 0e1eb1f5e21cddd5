import { EXAM_SESSIONS, type ExamSession, findTrack, TRACK_CODES, type TrackCode } from './tracks.ts'

export function withoutSlash(path: string): string {
  return path.length > 1 ? path.replace(/\/$/, '') : path
}

export function subjectsPath(track: TrackCode): string {
  return `/sujets-bac/${track.toLowerCase()}`
}

type Paper = { track: TrackCode; year: string; session: ExamSession }

export function paperPath({ track, year, session }: Paper): string {
  return `${subjectsPath(track)}/${year}-${session.toLowerCase()}`
}

/** The source of a regular expression for the page of a paper; its groups are track, year and session. */
export const PAPER_PATH = `^/sujets-bac/(${lowerCase(TRACK_CODES)})/(\\d{4})-(${lowerCase(EXAM_SESSIONS)})$`

function lowerCase(words: readonly string[]): string {
  return words.join('|').toLowerCase()
}

export function parsePaperPath(path: string): Paper | null {
  const [, slug, year, name] = new RegExp(PAPER_PATH).exec(path) ?? []
  const track = TRACK_CODES.find((code) => code.toLowerCase() === slug)
  const session = EXAM_SESSIONS.find((each) => each.toLowerCase() === name)
  return track && year && session ? { track, year, session } : null
}

const EXAM = '/examen'

export function examPath(paper: Paper): string {
  return `${paperPath(paper)}${EXAM}`
}

export function parseExamPath(path: string): Paper | null {
  return path.endsWith(EXAM) ? parsePaperPath(path.slice(0, -EXAM.length)) : null
}

export function chapterPath(track: TrackCode, theme: string, number: number): string {
  return `/${findTrack(track).slug}/${theme}/${number}`
}

export const SEARCH_FILE = '/recherche.json'

/** The file with the words of statements, which the search loads with the first letter. */
export const STATEMENTS_FILE = '/recherche-enonces.json'
