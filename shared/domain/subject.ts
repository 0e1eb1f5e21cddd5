import { EXAM_SESSIONS, type ExamSession, TRACK_CODES, type TrackCode } from '../catalogue/tracks.ts'
import type { DocumentWeight } from './document-weight.ts'
import type { DriveReference } from './drive-reference.ts'

/** What makes a bac subject unique (decision D17). `year` is text of four digits. */
export type SubjectKey = { track: TrackCode; year: string; session: ExamSession }

export type Subject = SubjectKey &
  DocumentWeight & {
    file: DriveReference
    /** Changes whenever the file does, so that no cached copy of an earlier file can answer for it (D24). */
    version: string
    createdAt: string
    updatedAt: string
  }

/** Oldest year of the tables, and the newest that they always show. */
export const OLDEST_SUBJECT_YEAR = 2008
export const NEWEST_SUBJECT_YEAR = 2025
/** No subject can be later: the tables draw a row for every year down from the newest one (D17). */
export const LAST_SUBJECT_YEAR = 2100

const SUBJECT_ID = new RegExp(`^bac-(${TRACK_CODES.join('|')})-(\\d{4})-(${EXAM_SESSIONS.join('|')})$`)

/** The public id of a subject: says which paper it is and nothing about its file. */
export function subjectId({ track, year, session }: SubjectKey): string {
  return `bac-${track}-${year}-${session}`
}

/** The key behind a public id, or null when the id is not a subject's. */
export function parseSubjectId(id: string): SubjectKey | null {
  const [, track, year, session] = SUBJECT_ID.exec(id) ?? []
  if (!track || !year || !session) return null
  return { track: track as TrackCode, year, session: session as ExamSession }
}

/** The years of a subject table, newest first: from max(2025, newest stored year) down to 2008 (D17). */
export function subjectYears(stored: readonly Pick<SubjectKey, 'year'>[]): string[] {
  const newest = Math.max(NEWEST_SUBJECT_YEAR, ...stored.map(({ year }) => Number(year)))
  return Array.from({ length: newest - OLDEST_SUBJECT_YEAR + 1 }, (_, index) => String(newest - index))
}

/** 'Bac SM 2023 - Session Normale' */
export function subjectTitle({ track, year, session }: SubjectKey): string {
  return `Bac ${track} ${year} - Session ${session}`
}
