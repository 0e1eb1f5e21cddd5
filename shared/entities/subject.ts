import * as v from 'valibot'
import { EXAM_SESSIONS, TRACK_CODES } from '../catalogue/tracks.ts'
import { ExamSession, Timestamp, TrackCode, Year } from './fields.ts'
import { DocumentWeight, DriveReference } from './file.ts'

/** Oldest year of the tables, and the newest that they always show. */
export const OLDEST_SUBJECT_YEAR = 2008
export const NEWEST_SUBJECT_YEAR = 2025
/** The tables draw a row for every year down from the newest one: a mistyped 9999 would draw eight thousand. */
const LAST_SUBJECT_YEAR = 2100

/** A year that the tables show. */
export const SubjectYear = v.pipe(
  Year,
  v.check(
    // Four digits are what `Year` asks for, with a sentence of its own.
    (year) =>
      !/^\d{4}$/.test(year) || (Number(year) >= OLDEST_SUBJECT_YEAR && Number(year) <= LAST_SUBJECT_YEAR),
    `L'année doit être comprise entre ${OLDEST_SUBJECT_YEAR} et ${LAST_SUBJECT_YEAR}`,
  ),
)

/** A paper of the baccalaureate, of which there is one for each track, year and session. */
export const Subject = v.object({
  track: TrackCode,
  year: SubjectYear,
  session: ExamSession,
  file: DriveReference,
  /** Changes whenever the file does, so that no cached copy of an earlier file can answer for it. */
  version: v.string(),
  ...DocumentWeight.entries,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type Subject = v.InferOutput<typeof Subject>

/** What makes a subject unique. */
export type SubjectKey = Pick<Subject, 'track' | 'year' | 'session'>

const listed = { id: v.string(), hasFile: v.boolean() }

/** A subject as everyone may see it: what exists, never where. */
export const SubjectItem = v.object({
  ...listed,
  ...v.pick(Subject, ['track', 'year', 'session', 'size', 'pages']).entries,
})
export type SubjectItem = v.InferOutput<typeof SubjectItem>

/** A subject as those who manage it see it; `file` is the stored Drive id. */
export const ManagedSubject = v.object({
  ...listed,
  ...v.omit(Subject, ['file', 'version', 'size', 'pages']).entries,
  file: v.string(),
})
export type ManagedSubject = v.InferOutput<typeof ManagedSubject>

const SUBJECT_ID = new RegExp(`^bac-(${TRACK_CODES.join('|')})-(\\d{4})-(${EXAM_SESSIONS.join('|')})$`)

/** The public id of a subject: says which paper it is and nothing about its file. */
export function subjectId({ track, year, session }: SubjectKey): string {
  return `bac-${track}-${year}-${session}`
}

/** The key behind a public id, or null when the id is not a subject's. */
export function parseSubjectId(id: string): SubjectKey | null {
  const [, track, year, session] = SUBJECT_ID.exec(id) ?? []
  if (!track || !year || !session) return null
  return { track, year, session } as SubjectKey
}

/** The years of a subject table, newest first: from the newest stored year, or 2025 when that is later, down to 2008. */
export function subjectYears(stored: readonly Pick<SubjectKey, 'year'>[]): string[] {
  const newest = Math.max(NEWEST_SUBJECT_YEAR, ...stored.map(({ year }) => Number(year)))
  return Array.from({ length: newest - OLDEST_SUBJECT_YEAR + 1 }, (_, index) => String(newest - index))
}

/** 'Bac SM 2023 - Session Normale' */
export function subjectTitle({ track, year, session }: SubjectKey): string {
  return `Bac ${track} ${year} - Session ${session}`
}

/** The fragment that leads to a subject on its track's page: '2019-rattrapage'. */
export function subjectAnchor({ year, session }: Pick<SubjectKey, 'year' | 'session'>): string {
  return `${year}-${session.toLowerCase()}`
}
