import type { UserLists } from '../data/user-lists.ts'
import type { Clock } from '../http/clock.ts'
import { userView } from './user-view.ts'

type Deps = { userLists: UserLists; clock: Clock }
type PageQuery = { limit: number; cursor?: string | undefined }

/** A page of users, newest first, and how many there are in all. */
export async function listUsers({ userLists, clock }: Deps, query: PageQuery & { search: string }) {
  const [{ items, nextCursor }, total] = await Promise.all([
    userLists.listNewest(query),
    userLists.countListed(),
  ])
  const now = clock.now()
  return { items: items.map((user) => userView(user, now)), nextCursor, total }
}

/** A page of the accounts whose Premium flag is set, newest first. */
export async function listPremium({ userLists, clock }: Deps, query: PageQuery) {
  const { items, nextCursor } = await userLists.listPremium(query)
  const now = clock.now()
  return { items: items.map((user) => userView(user, now)), nextCursor }
}
