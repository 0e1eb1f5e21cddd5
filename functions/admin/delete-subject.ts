import { DomainError } from '#shared/domain/domain-error.ts'
import { parseSubjectId } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../data/audit-entry.ts'
import { type SubjectDeps, valuesOf } from './add-subject.ts'

/**
 * Removes a subject; its tickets and cached copies die with it.
 * @throws DomainError NOT_FOUND, CONFLICT when it was changed meanwhile
 */
export async function deleteSubject(
  { subjects, edgeCache, clock }: SubjectDeps,
  actor: User,
  id: string,
): Promise<void> {
  const key = parseSubjectId(id)
  const subject = key && (await subjects.find(key))
  if (!subject) throw new DomainError('NOT_FOUND')
  const entry = auditEntry(adminActor(actor), clock.now(), {
    action: 'DELETE_SUBJECT',
    target: id,
    before: valuesOf(subject),
    after: null,
  })
  try {
    await subjects.remove(subject, entry)
  } catch (error) {
    // Two equal deletions at once: the one that came second finds its work done.
    if (!(error instanceof DomainError) || error.code !== 'CONFLICT' || (await subjects.find(subject)))
      throw error
  }
  await edgeCache.forget(id)
}
