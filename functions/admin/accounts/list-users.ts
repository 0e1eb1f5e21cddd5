import { isPremiumNow, shownEnd } from '#shared/domain/premium/premium.ts'
import type { User, UserView } from '#shared/entities/user.ts'
import type { PageQuery } from '../../data/table/cursor.ts'
import type { Users } from '../../data/users.ts'
import type { Clock } from '../../http/clock.ts'

type Deps = { users: Pick<Users, 'listNewest' | 'listPremium'>; clock: Clock }

/** Returns a page of users, newest first, with the number of all users or of those that the search finds. */
export async function listUsers({ users, clock }: Deps, query: PageQuery & { search: string }) {
  const { items, ...page } = await users.listNewest(query)
  const now = clock.now()
  return { items: items.map((user) => userView(user, now)), ...page }
}

/** Returns a page of the accounts whose Premium flag is set, newest first. */
export async function listPremium({ users, clock }: Deps, query: PageQuery) {
  const { items, nextCursor } = await users.listPremium(query)
  const now = clock.now()
  return { items: items.map((user) => userView(user, now)), nextCursor }
}

/** Returns the owner's view of a user; `isPremium` tells whether Premium holds at `now`. */
export function userView(user: User, now: Date): UserView {
  return { ...user, isPremium: isPremiumNow(user, now), ...shownEnd(user) }
}
