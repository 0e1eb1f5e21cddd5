import { listPremium as route } from '#shared/contract/admin-users.ts'
import { call } from '#web/lib/api/call.ts'

const PAGE = 100

/** A page of the accounts with Premium, newest first. @throws ApiFailure */
export function listPremium(cursor: string | undefined) {
  return call(route, { query: { limit: PAGE, ...(cursor && { cursor }) } })
}
