import { isPremiumNow, shownEnd } from '#shared/domain/premium/premium.ts'
import type { UserState } from '#shared/domain/premium/user-state.ts'
import type { User, UserView } from '#shared/entities/user.ts'
import type { PageQuery } from '../../data/table/cursor.ts'
import type { Deps } from '../../http/deps.ts'

/** Returns a page of users, newest first, with the number of all users or of those that search and state find. */
export async function listUsers(
  { users, clock }: Pick<Deps, 'users' | 'clock'>,
  { state, ...query }: PageQuery & { search: string; state?: UserState | undefined },
) {
  const now = clock.now()
  const { items, ...page } = await users.listNewest(query, state && { state, now })
  return { items: items.map((user) => userView(user, now)), ...page }
}

/** Returns the owner's view of a user; `isPremium` tells whether Premium holds at `now`. */
export function userView(user: User, now: Date): UserView {
  return { ...user, isPremium: isPremiumNow(user, now), ...shownEnd(user) }
}
