import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import {
  NEWEST_SUBJECT_YEAR,
  OLDEST_SUBJECT_YEAR,
  Subject,
  type SubjectKey,
  subjectId,
} from '#shared/entities/subject.ts'
import { bacFileId, DEMO_PREFIX, demoWeight, FAULTY } from './files.ts'

/** Exams whose papers are still to be found, by the position of their track. */
const MISSING: readonly (readonly string[])[] = [
  ['2025-Rattrapage', '2020-Rattrapage', '2009-Rattrapage'],
  ['2025-Rattrapage', '2012-Rattrapage'],
  ['2025-Rattrapage', '2016-Rattrapage', '2008-Normale', '2008-Rattrapage'],
]

/** Papers of the last track that cannot be delivered, so that the owner's list of broken documents is not empty. */
const BROKEN: Readonly<Record<string, string>> = {
  '2012-Normale': FAULTY.missing,
  '2011-Normale': FAULTY.trashed,
}

/** The bac subjects of the demo content: every track, year and session but a few. */
export function demoSubjects(): Subject[] {
  return allKeys()
    .filter(({ track, ...exam }) => !MISSING[TRACK_CODES.indexOf(track)]?.includes(examOf(exam)))
    .map((key) => {
      const addedAt = addedOn(key)
      const fileId = fileIdOf(key)
      return v.parse(Subject, {
        ...key,
        file: { kind: 'drive', fileId },
        ...demoWeight(fileId),
        version: createHash('sha256').update(subjectId(key)).digest('hex').slice(0, 16),
        createdAt: addedAt,
        updatedAt: addedAt,
      })
    })
}

function fileIdOf(key: SubjectKey): string {
  const fault = key.track === TRACK_CODES.at(-1) ? BROKEN[examOf(key)] : undefined
  return fault === undefined
    ? bacFileId(key.track, key.year, key.session)
    : `${DEMO_PREFIX}${fault}${subjectId(key)}`
}

function examOf({ year, session }: Pick<SubjectKey, 'year' | 'session'>): string {
  return `${year}-${session}`
}

function allKeys(): SubjectKey[] {
  const years = Array.from({ length: NEWEST_SUBJECT_YEAR - OLDEST_SUBJECT_YEAR + 1 }, (_, index) =>
    String(OLDEST_SUBJECT_YEAR + index),
  )
  return TRACK_CODES.flatMap((track) =>
    years.flatMap((year) => EXAM_SESSIONS.map((session) => ({ track, year, session }))),
  )
}

/** A few weeks after the exam: June for the first session, July for the second. */
function addedOn({ year, session }: SubjectKey): string {
  return `${year}-${session === 'Normale' ? '07-02' : '08-05'}T18:00:00.000Z`
}
