import { setPremium as route } from '#shared/contract/admin-users.ts'
import type { Input } from '#shared/contract/route.ts'
import type { UserView } from '#shared/entities/user.ts'
import { call } from '#web/lib/api/call.ts'

/** What Premium shall be, and what was paid for it. */
export type PremiumInput = Input<typeof route.body>

/** Gives, changes or takes Premium. @throws ApiFailure */
export function setPremium(id: string, body: PremiumInput): Promise<UserView> {
  return call(route, { params: { id }, body })
}
