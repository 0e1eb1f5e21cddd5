import { randomUUID } from 'node:crypto'
import type { SubjectInput } from '#shared/contract/admin-subjects.ts'
import { type DriveReference, parseDriveReference } from '#shared/domain/drive-reference.ts'
import { Refusal } from '#shared/domain/refusal.ts'
import { type Subject, subjectId } from '#shared/domain/subject.ts'
import type { User } from '#shared/domain/user.ts'
import { adminActor, auditEntry } from '../data/audit-entry.ts'
import type { Subjects } from '../data/subjects.ts'
import type { Clock } from '../http/clock.ts'

export type SubjectDeps = { subjects: Pick<Subjects, 'find' | 'add' | 'replace' | 'remove'>; clock: Clock }

/**
 * Adds a bac subject, of which there is one for each track, year and session (decision D17).
 * With `replace` the file takes the place of an earlier one; the same file again changes nothing.
 * @throws Refusal SUBJECT_EXISTS (without `replace`), CONFLICT when it was changed meanwhile
 */
export async function addSubject(
  { subjects, clock }: SubjectDeps,
  actor: User,
  { file: reference, ...key }: SubjectInput,
  replace: boolean,
): Promise<Subject> {
  const before = replace ? await subjects.find(key) : null
  const file = driveFile(reference)
  if (before && isSameFile(before.file, file)) return before
  const now = clock.now()
  const at = now.toISOString()
  const after: Subject = {
    ...key,
    file,
    // A new version is a new path: no cached copy of the earlier file can answer for it (decision D24).
    version: randomUUID(),
    createdAt: before?.createdAt ?? at,
    updatedAt: at,
  }
  const entry = auditEntry(adminActor(actor), now, {
    action: before ? 'UPDATE_SUBJECT' : 'CREATE_SUBJECT',
    target: subjectId(key),
    before: before && valuesOf(before),
    after: valuesOf(after),
  })
  await (before ? subjects.replace(before, after, entry) : subjects.add(after, entry))
  return after
}

/** What the log keeps of a subject. */
export function valuesOf({ track, year, session, file }: Subject) {
  return { track, year, session, file: file.fileId }
}

/** The contract has checked the text by the same rule. */
function driveFile(reference: string): DriveReference {
  const file = parseDriveReference(reference)
  if (!file) throw new Refusal('INVALID_REQUEST')
  return file
}

function isSameFile(a: DriveReference, b: DriveReference): boolean {
  return a.fileId === b.fileId && a.resourceKey === b.resourceKey
}
