import { deleteUser as route } from '#shared/contract/admin-users.ts'
import { call } from '#web/lib/api/call.ts'

/** Deletes an account for good. @throws ApiFailure */
export function deleteUser(id: string): Promise<void> {
  return call(route, { params: { id } })
}
