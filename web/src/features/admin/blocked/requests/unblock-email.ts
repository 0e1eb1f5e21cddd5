import { unblockEmail as route } from '#shared/contract/admin-security.ts'
import { call } from '#web/lib/api/call.ts'

/** Lets an address in again. @throws ApiFailure */
export function unblockEmail(email: string): Promise<void> {
  return call(route, { params: { email } })
}
