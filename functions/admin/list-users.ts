import type { UserLists } from '../data/user-lists.ts'
import type { Clock } from '../http/clock.ts'
import { userView } from './user-view.ts'

type Deps = { userLists: UserLists; clock: Clock }

/** A page of users, newest first, and how many there are in all: two queries at once. */
export async function listUsers(
  { userLists, clock }: Deps,
  query: { search: string; limit: number; cursor?: string | undefined },
) {
  const [{ items, nextCursor }, total] = await Promise.all([
    userLists.listNewest(query),
    userLists.countListed(),
  ])
  const now = clock.now()
  return { items: items.map((user) => userView(user, now)), nextCursor, total }
}
