import { getUser } from '#shared/contract/admin-users.ts'
import type { UserView } from '#shared/entities/user.ts'
import { call } from '#web/lib/api/call.ts'

/** One account as it is stored now. @throws ApiFailure */
export function fetchUser(id: string): Promise<UserView> {
  return call(getUser, { params: { id } })
}
