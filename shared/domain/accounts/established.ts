import type { User } from '../../entities/user.ts'
import { isPremiumNow } from '../premium/premium.ts'

const YOUNG_MS = 7 * 86_400_000

/**
 * Returns whether an account is more than a throw-away one: a sign-up asks for no proof of an address, so that one person
 * may have many. An account counts from its seventh day on, or with Premium.
 */
export function isEstablished(
  user: Pick<User, 'createdAt' | 'isPremium' | 'premiumUntil'>,
  now: Date,
): boolean {
  return isPremiumNow(user, now) || now.getTime() - Date.parse(user.createdAt) >= YOUNG_MS
}
