import { DomainError } from '#shared/domain/domain-error.ts'
import { type Subject, subjectId } from '#shared/entities/subject.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../data/audit-entry.ts'
import { type SubjectDeps, valuesOf } from './add-subject.ts'

/**
 * Removes a subject; its tickets and cached copies die with it.
 * @param subject as it was read with the caller
 * @throws DomainError NOT_FOUND, CONFLICT when it was changed meanwhile
 */
export async function deleteSubject(
  { subjects, edgeCache, clock }: SubjectDeps,
  actor: User,
  subject: Subject | null,
): Promise<void> {
  if (!subject) throw new DomainError('NOT_FOUND')
  const id = subjectId(subject)
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
