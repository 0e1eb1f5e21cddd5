import { isPremiumNow } from '#shared/domain/premium.ts'
import type { UserView } from '#shared/entities/user.ts'
import type { ListedUser } from '../data/user-item.ts'

/** A user as the owner sees him: `isPremium` is what holds at `now` (decision D30). */
export function userView(user: ListedUser, now: Date): UserView {
  const { id, email, premiumUntil, isAdmin, payment, createdAt, updatedAt } = user
  const isPremium = isPremiumNow(user, now)
  return { id, email, isPremium, premiumUntil, isAdmin, payment, createdAt, updatedAt }
}
