import * as v from 'valibot'
import { EXAM_SESSIONS, TRACK_CODES } from '../catalogue/tracks.ts'
import { ExamSession, orNull, Timestamp, TrackCode, Year } from './fields.ts'
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

/** One file of a subject. */
export const SubjectDocument = v.object({
  file: DriveReference,
  /** Changes whenever the file does, so that no cached copy of an earlier file can answer for it. */
  version: v.string(),
  ...DocumentWeight.entries,
})
export type SubjectDocument = v.InferOutput<typeof SubjectDocument>

/** A paper of the baccalaureate, of which there is one for each track, year and session. Its own file is the statement. */
export const Subject = v.object({
  track: TrackCode,
  year: SubjectYear,
  session: ExamSession,
  ...SubjectDocument.entries,
  /** Whether everyone may open the statement; correction and video are always Premium. */
  isFree: v.optional(v.boolean(), false),
  correction: orNull(SubjectDocument),
  video: orNull(SubjectDocument),
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
  ...v.pick(Subject, ['track', 'year', 'session', 'size', 'pages', 'isFree']).entries,
  // Lists that a device keeps for use offline may be older than these fields.
  hasCorrection: v.optional(v.boolean(), false),
  hasVideo: v.optional(v.boolean(), false),
  correction: orNull(DocumentWeight),
  video: orNull(DocumentWeight),
})
export type SubjectItem = v.InferOutput<typeof SubjectItem>

/** A subject as those who manage it see it; its files as text that the form reads as the same reference. */
export const ManagedSubject = v.object({
  ...listed,
  ...v.omit(Subject, ['file', 'version', 'size', 'pages', 'correction', 'video']).entries,
  file: v.string(),
  correction: orNull(v.string()),
  video: orNull(v.string()),
})
export type ManagedSubject = v.InferOutput<typeof ManagedSubject>

export const subjectFieldLabels = {
  track: 'Filière',
  year: 'Année',
  session: 'Session',
  file: 'Fichier',
  isFree: 'Gratuit',
  correction: 'Corrigé',
  video: 'Vidéo',
} as const satisfies Partial<Record<keyof Subject, string>>

/** The documents of a subject, in the order in which they are shown. */
export const SUBJECT_PARTS = ['statement', 'correction', 'video'] as const
export type SubjectPart = (typeof SUBJECT_PARTS)[number]

const DOCUMENT_ID = new RegExp(
  `^bac-(${TRACK_CODES.join('|')})-(\\d{4})-(${EXAM_SESSIONS.join('|')})(?:-(correction|video))?$`,
)

/** The public id of a subject: says which paper it is and nothing about its file. */
export function subjectId({ track, year, session }: SubjectKey): string {
  return `bac-${track}-${year}-${session}`
}

/** The public id of one of a subject's documents; the statement has the subject's own. */
export function subjectDocumentId(key: SubjectKey, part: SubjectPart): string {
  return part === 'statement' ? subjectId(key) : `${subjectId(key)}-${part}`
}

/** The key behind a public id, or null when the id is not a subject's. */
export function parseSubjectId(id: string): SubjectKey | null {
  const parsed = parseSubjectDocumentId(id)
  return parsed?.part === 'statement' ? parsed.subject : null
}

/** The subject and the document behind a public id, or null when the id is not that of a subject's document. */
export function parseSubjectDocumentId(id: string): { subject: SubjectKey; part: SubjectPart } | null {
  const [, track, year, session, part = 'statement'] = DOCUMENT_ID.exec(id) ?? []
  if (!track || !year || !session) return null
  return { subject: { track, year, session } as SubjectKey, part: part as SubjectPart }
}

/** Reads a stored subject as everyone may see it, and nothing else of it. A stored subject always has a file. */
export const PublicSubject = v.pipe(
  v.object({
    ...v.pick(Subject, ['track', 'year', 'session', 'size', 'pages', 'isFree']).entries,
    correction: orNull(DocumentWeight),
    video: orNull(DocumentWeight),
  }),
  v.transform(
    (subject): SubjectItem => ({
      ...subject,
      id: subjectId(subject),
      hasFile: true,
      hasCorrection: subject.correction !== null,
      hasVideo: subject.video !== null,
    }),
  ),
)

/** A subject as everyone may see it. */
export function publicSubject(subject: Subject): SubjectItem {
  return v.parse(PublicSubject, subject)
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
