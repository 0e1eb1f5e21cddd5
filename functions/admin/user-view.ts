import type { UserView } from '#shared/contract/admin-users.ts'
import { isPremiumNow } from '#shared/domain/premium.ts'
import type { ListedUser } from '../data/user-item.ts'

/** A user as the owner sees him: `isPremium` is what holds at `now` (decision D30). */
export function userView(user: ListedUser, now: Date): UserView {
  const { id, email, premiumUntil, isAdmin, createdAt, updatedAt } = user
  return { id, email, isPremium: isPremiumNow(user, now), premiumUntil, isAdmin, createdAt, updatedAt }
}
