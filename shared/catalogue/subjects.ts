import { partLabels } from './document-labels.ts'
import { EXAM_SESSIONS, type ExamSession, TRACK_CODES, type TrackCode } from './tracks.ts'

/** Oldest year of the tables, and the newest that they always show. */
export const OLDEST_SUBJECT_YEAR = 2008
export const NEWEST_SUBJECT_YEAR = 2025

/** What makes a subject unique. */
export type SubjectKey = { track: TrackCode; year: string; session: ExamSession }

/** The documents of a subject, in the order in which they are shown. */
export const SUBJECT_PARTS = ['statement', 'correction', 'video'] as const
export type SubjectPart = (typeof SUBJECT_PARTS)[number]

const DOCUMENT_ID = new RegExp(
  `^bac-(${TRACK_CODES.join('|')})-(\\d{4})-(${EXAM_SESSIONS.join('|')})(?:-(correction|video))?$`,
)

/** Returns the public id of a subject: says which paper it is and nothing about its file. */
export function subjectId({ track, year, session }: SubjectKey): string {
  return `bac-${track}-${year}-${session}`
}

/** Returns the public id of one of a subject's documents; the statement has the subject's own. */
export function subjectDocumentId(key: SubjectKey, part: SubjectPart): string {
  return part === 'statement' ? subjectId(key) : `${subjectId(key)}-${part}`
}

/** Returns the key behind a public id, or null when the id is not a subject's. */
export function parseSubjectId(id: string): SubjectKey | null {
  const parsed = parseSubjectDocumentId(id)
  return parsed?.part === 'statement' ? parsed.subject : null
}

/** Returns the subject and the document behind a public id, or null when the id is not that of a subject's document. */
export function parseSubjectDocumentId(id: string): { subject: SubjectKey; part: SubjectPart } | null {
  const [, track, year, session, part = 'statement'] = DOCUMENT_ID.exec(id) ?? []
  if (!track || !year || !session) return null
  return { subject: { track, year, session } as SubjectKey, part: part as SubjectPart }
}

/**
 * Returns the years of a subject table, newest first: from the newest stored year, or 2025 when that is later, down to
 * 2008.
 */
export function subjectYears(stored: readonly Pick<SubjectKey, 'year'>[]): string[] {
  const newest = Math.max(NEWEST_SUBJECT_YEAR, ...stored.map(({ year }) => Number(year)))
  return Array.from({ length: newest - OLDEST_SUBJECT_YEAR + 1 }, (_, index) => String(newest - index))
}

/** 'Bac SM 2023 - Session Normale' */
export function subjectTitle({ track, year, session }: SubjectKey): string {
  return `Bac ${track} ${year} - Session ${session}`
}

/** 'Bac SM 2023 - Session Normale - Corrigé'; the statement has the paper's own title. */
export function subjectDocumentTitle(subject: SubjectKey, part: SubjectPart): string {
  return part === 'statement' ? subjectTitle(subject) : `${subjectTitle(subject)} - ${partLabels[part]}`
}

/** The fragment that leads to a subject on its track's page: '2019-rattrapage'. */
export function subjectAnchor({ year, session }: Pick<SubjectKey, 'year' | 'session'>): string {
  return `${year}-${session.toLowerCase()}`
}
