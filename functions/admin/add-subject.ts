import { randomUUID } from 'node:crypto'
import type { SubjectInput } from '#shared/domain/document-input.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { parseDriveReference } from '#shared/domain/drive-reference.ts'
import { laterThan } from '#shared/domain/instant.ts'
import type { Actor } from '#shared/entities/audit-entry.ts'
import type { DriveReference } from '#shared/entities/file.ts'
import { UNKNOWN_WEIGHT } from '#shared/entities/file.ts'
import { type Subject, subjectId } from '#shared/entities/subject.ts'
import { auditEntry } from '../data/audit-entry.ts'
import type { Subjects } from '../data/subjects.ts'
import type { Clock } from '../http/clock.ts'
import type { EdgeCache } from './edge-cache.ts'

export type SubjectDeps = {
  subjects: Pick<Subjects, 'find' | 'add' | 'replace' | 'remove'>
  edgeCache: EdgeCache
  clock: Clock
}

/**
 * Adds a bac subject, of which there is one for each track, year and session (decision D17), or puts its file in the
 * place of an earlier one; the same file again changes nothing.
 * @param mayReplace whether an earlier subject may be replaced
 * @throws DomainError SUBJECT_EXISTS (without `mayReplace`), CONFLICT when it was changed meanwhile
 */
export async function addSubject(
  deps: SubjectDeps,
  actor: Actor,
  { file: reference, ...key }: SubjectInput,
  mayReplace: boolean,
): Promise<Subject> {
  const before = mayReplace ? await deps.subjects.find(key) : null
  const file = driveFile(reference)
  if (before && isSameFile(before.file, file)) return before
  const now = deps.clock.now()
  const at = now.toISOString()
  const after: Subject = {
    ...key,
    file,
    // A new version is a new path: no cached copy of the earlier file can answer for it (decision D24).
    version: randomUUID(),
    ...UNKNOWN_WEIGHT,
    createdAt: before?.createdAt ?? at,
    updatedAt: before ? laterThan(before.updatedAt, now) : at,
  }
  const entry = auditEntry(actor, now, {
    action: before ? 'UPDATE_SUBJECT' : 'CREATE_SUBJECT',
    target: subjectId(key),
    before: before && valuesOf(before),
    after: valuesOf(after),
  })
  if (!before) await deps.subjects.add(after, entry)
  else {
    try {
      await deps.subjects.replace(before, after, entry)
    } catch (error) {
      return await sameFileMeanwhile(deps, error, after)
    }
    await deps.edgeCache.forget(subjectId(key))
  }
  return after
}

/** What the log keeps of a subject. */
export function valuesOf({ track, year, session, file }: Subject) {
  return { track, year, session, file: file.fileId }
}

/** Two equal replacements at once: the one that came second finds its work done. */
async function sameFileMeanwhile(
  { subjects }: SubjectDeps,
  error: unknown,
  wanted: Subject,
): Promise<Subject> {
  if (!(error instanceof DomainError) || error.code !== 'CONFLICT') throw error
  const current = await subjects.find(wanted)
  if (!current || !isSameFile(current.file, wanted.file)) throw error
  return current
}

/** The contract has checked the text by the same rule. */
function driveFile(reference: string): DriveReference {
  const file = parseDriveReference(reference)
  if (!file) throw new DomainError('INVALID_REQUEST')
  return file
}

function isSameFile(a: DriveReference, b: DriveReference): boolean {
  return a.fileId === b.fileId && a.resourceKey === b.resourceKey
}
