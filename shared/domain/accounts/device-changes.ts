import type { DeviceChanges } from '../../entities/user.ts'

/**
 * What is known of an account's browsers after a claim: a browser that did not hold the session last is a change.
 * @param before null: no browser has held the session yet, so that the first one is no change
 * @param today the day in Morocco, YYYY-MM-DD
 */
export function countClaim(before: DeviceChanges | null, thumbprint: string, today: string): DeviceChanges {
  if (before === null) return { holder: thumbprint, day: today, count: 0 }
  if (before.holder === thumbprint) return before
  // A clock that was set back counts on with the newest day.
  if (today <= before.day) return { holder: thumbprint, day: before.day, count: before.count + 1 }
  return { holder: thumbprint, day: today, count: 1 }
}
