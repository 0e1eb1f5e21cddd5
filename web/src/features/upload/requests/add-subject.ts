import {
  type ManagedSubject,
  addSubject as route,
  type SubjectInput,
} from '#shared/contract/admin-subjects.ts'
import { call } from '#web/lib/api/call.ts'

/** Adds a bac subject, or puts its file in place of an earlier one. @throws ApiFailure */
export function addSubject(subject: SubjectInput, replace: boolean): Promise<ManagedSubject> {
  return call(route, { body: subject, query: { replace: replace ? 'true' : 'false' } })
}
