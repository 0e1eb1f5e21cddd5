import { EXAM_SESSIONS, type ExamSession, TRACK_CODES, type TrackCode } from './tracks.ts'

export const OLDEST_SUBJECT_YEAR = 2008
export const NEWEST_SUBJECT_YEAR = 2025

export type SubjectKey = { track: TrackCode; year: string; session: ExamSession }

export const SUBJECT_PARTS = ['statement', 'correction', 'video'] as const
export type SubjectPart = (typeof SUBJECT_PARTS)[number]

const DOCUMENT_ID = new RegExp(
  `^bac-(${TRACK_CODES.join('|')})-(\\d{4})-(${EXAM_SESSIONS.join('|')})(?:-(correction|video))?$`,
)

/** Returns the public id of a subject, which identifies the paper and tells nothing about its file. */
export function subjectId({ track, year, session }: SubjectKey): string {
  return `bac-${track}-${year}-${session}`
}

export function subjectDocumentId(key: SubjectKey, part: SubjectPart): string {
  return part === 'statement' ? subjectId(key) : `${subjectId(key)}-${part}`
}

export function parseSubjectId(id: string): SubjectKey | null {
  const parsed = parseSubjectDocumentId(id)
  return parsed?.part === 'statement' ? parsed.subject : null
}

export function parseSubjectDocumentId(id: string): { subject: SubjectKey; part: SubjectPart } | null {
  const [, track, year, session, part = 'statement'] = DOCUMENT_ID.exec(id) ?? []
  if (!track || !year || !session) return null
  return { subject: { track, year, session } as SubjectKey, part: part as SubjectPart }
}

/** From the newest stored year, or 2025 when that is later, down to 2008. */
export function subjectYears(stored: readonly Pick<SubjectKey, 'year'>[]): string[] {
  const newest = Math.max(NEWEST_SUBJECT_YEAR, ...stored.map(({ year }) => Number(year)))
  return Array.from({ length: newest - OLDEST_SUBJECT_YEAR + 1 }, (_, index) => String(newest - index))
}

export function subjectTitle({ track, year, session }: SubjectKey): string {
  return `Bac ${track} ${year} - Session ${session}`
}

/** Describes the paper of a stored id, which was a subject's then; the subject may have been deleted since. */
export function paperFields(id: string) {
  const paper = parseSubjectId(id) as SubjectKey
  return { subjectId: id, title: subjectTitle(paper), ...paper }
}

export const partLabels = { statement: 'Sujet', correction: 'Corrigé', video: 'Vidéo' }

/** The documents of one exercise of a paper; its statement is not called 'sujet'. */
export const exercisePartLabels = { ...partLabels, statement: 'Énoncé' }

export const resourceTypeLabels = {
  exercise: 'Énoncé',
  correction: 'Corrigé',
  course: 'Cours',
  exam: 'Examen',
}

/** A chapter's documents on the buttons of its page, beside their format: 'Correction (Vidéo)'. */
export const chapterButtonLabels = { ...resourceTypeLabels, correction: 'Correction' }

export const fileTypeLabels = { pdf: 'PDF', video: 'Vidéo' }

type Kind = { resourceType: keyof typeof resourceTypeLabels; type: keyof typeof fileTypeLabels }

export function kindLabel({ resourceType, type }: Kind): string {
  return `${resourceTypeLabels[resourceType]}${type === 'video' ? ' vidéo' : ''}`
}

/** Returns a title such as 'Bac SM 2023 - Session Normale - Corrigé'; the statement has the paper's own title. */
export function subjectDocumentTitle(subject: SubjectKey, part: SubjectPart): string {
  return part === 'statement' ? subjectTitle(subject) : `${subjectTitle(subject)} - ${partLabels[part]}`
}

export function subjectAnchor({ year, session }: Pick<SubjectKey, 'year' | 'session'>): string {
  return `${year}-${session.toLowerCase()}`
}
