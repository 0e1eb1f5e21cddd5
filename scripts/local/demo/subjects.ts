import { createHash } from 'node:crypto'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import {
  NEWEST_SUBJECT_YEAR,
  OLDEST_SUBJECT_YEAR,
  type Subject,
  type SubjectKey,
  subjectId,
} from '#shared/entities/subject.ts'
import { bacFileId, DEMO_PREFIX, FAULTY } from '../drive/demo-files.ts'
import { weightOf } from '../drive/weights.ts'

/** The cells that stay empty, by public id: somebody has yet to find these papers. */
export const missingSubjects: readonly string[] = [
  'bac-SM-2025-Rattrapage',
  'bac-SM-2020-Rattrapage',
  'bac-SM-2009-Rattrapage',
  'bac-PC-2025-Rattrapage',
  'bac-PC-2012-Rattrapage',
  'bac-SVT-2025-Rattrapage',
  'bac-SVT-2016-Rattrapage',
  'bac-SVT-2008-Normale',
  'bac-SVT-2008-Rattrapage',
]

/** Papers that cannot be delivered, by public id, so that the owner's list of broken documents has something to show. */
export const brokenSubjects: Readonly<Record<string, string>> = {
  'bac-SVT-2012-Normale': `${DEMO_PREFIX}${FAULTY.missing}bac-SVT-2012-Normale`,
  'bac-SVT-2011-Normale': `${DEMO_PREFIX}${FAULTY.trashed}bac-SVT-2011-Normale`,
}

/** The bac subjects of the demo content: every track, year and session but a few. */
export function demoSubjects(): Subject[] {
  return allKeys()
    .filter((key) => !missingSubjects.includes(subjectId(key)))
    .map((key) => {
      const addedAt = addedOn(key)
      const fileId = brokenSubjects[subjectId(key)] ?? bacFileId(key.track, key.year, key.session)
      return {
        ...key,
        file: { kind: 'drive', fileId },
        ...weightOf(fileId),
        version: createHash('sha256').update(subjectId(key)).digest('hex').slice(0, 16),
        createdAt: addedAt,
        updatedAt: addedAt,
      }
    })
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
