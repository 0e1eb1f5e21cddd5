import { syncUsers as route } from '#shared/contract/admin-users.ts'
import { call } from '#web/lib/api/call.ts'

/** Creates the profiles that some hundreds of accounts from `cursor` on lack. @throws ApiFailure */
export function syncUsers(cursor: string | undefined) {
  return call(route, { query: { cursor } })
}
