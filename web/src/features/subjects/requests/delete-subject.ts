import { deleteSubject as route } from '#shared/contract/admin-subjects.ts'
import { call } from '#web/lib/api/call.ts'

/** Deletes a subject. @throws ApiFailure */
export function deleteSubject(id: string): Promise<void> {
  return call(route, { params: { id } })
}
