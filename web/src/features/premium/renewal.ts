import type { Settings } from '#shared/entities/settings.ts'
import type { Profile } from '#shared/entities/user.ts'

/** Whether the offer would prolong the Premium that an account has, as after the owner has prepared the next year. */
export function prolongsPremium(
  { isPremium, premiumLastDay }: Pick<Profile, 'isPremium' | 'premiumLastDay'>,
  { premiumValidUntil }: Pick<Settings, 'premiumValidUntil'>,
): boolean {
  if (!isPremium || premiumLastDay === null) return false
  return premiumValidUntil === null || premiumValidUntil > premiumLastDay
}
