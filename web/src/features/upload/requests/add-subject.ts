import { addSubject as route } from '#shared/contract/admin-subjects.ts'
import type { SubjectInput } from '#shared/domain/document-input.ts'
import type { ManagedSubject } from '#shared/entities/subject.ts'
import { call } from '#web/lib/api/call.ts'

/** Adds a bac subject, or puts its file in place of an earlier one. @throws ApiFailure */
export function addSubject(subject: SubjectInput, replace: boolean): Promise<ManagedSubject> {
  return call(route, { body: subject, query: { replace: replace ? 'true' : 'false' } })
}
