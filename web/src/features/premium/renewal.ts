import type { Settings } from '#shared/entities/settings.ts'
import type { Profile } from '#shared/entities/user.ts'

/** Tells whether the offer would prolong an account's Premium, as after the owner has prepared the next year. */
export function prolongsPremium(
  { isPremium, premiumLastDay }: Pick<Profile, 'isPremium' | 'premiumLastDay'>,
  { premiumValidUntil }: Pick<Settings, 'premiumValidUntil'>,
): boolean {
  if (!isPremium || premiumLastDay === null) return false
  return premiumValidUntil === null || premiumValidUntil > premiumLastDay
}
