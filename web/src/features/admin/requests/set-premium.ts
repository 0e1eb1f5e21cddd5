import { setPremium as route, type UserView } from '#shared/contract/admin-users.ts'
import { call } from '#web/lib/api/call.ts'

/** Gives or takes Premium. @throws ApiFailure */
export function setPremium(id: string, isPremium: boolean): Promise<UserView> {
  return call(route, { params: { id }, body: { isPremium } })
}
