import { Refusal } from '#shared/domain/refusal.ts'
import { parseSubjectId } from '#shared/domain/subject.ts'
import type { User } from '#shared/domain/user.ts'
import { adminActor, auditEntry } from '../data/audit-entry.ts'
import { type SubjectDeps, valuesOf } from './add-subject.ts'

/**
 * Removes a subject; its tickets and cached copies die with it.
 * @throws Refusal NOT_FOUND, CONFLICT when it was changed meanwhile
 */
export async function deleteSubject(
  { subjects, clock }: SubjectDeps,
  actor: User,
  id: string,
): Promise<void> {
  const key = parseSubjectId(id)
  const subject = key && (await subjects.find(key))
  if (!subject) throw new Refusal('NOT_FOUND')
  const entry = auditEntry(adminActor(actor), clock.now(), {
    action: 'DELETE_SUBJECT',
    target: id,
    before: valuesOf(subject),
    after: null,
  })
  await subjects.remove(subject, entry)
}
