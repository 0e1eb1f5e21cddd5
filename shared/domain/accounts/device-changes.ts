import type { DeviceChanges } from '../../entities/user.ts'
import type { Claimant } from './sign-in.ts'

type Browser = Pick<Claimant, 'thumbprint' | 'browser'>

/** Returns whether the last holder had another name. A browser keeps its name, so that a copied key is noticed. */
export function isRenamed(before: DeviceChanges | null, { browser }: Pick<Browser, 'browser'>): boolean {
  return before !== null && before.browser !== '' && before.browser !== browser
}

/**
 * Returns whether a claim by this browser is a change: another key than that of the last holder, or the same one under
 * another name.
 * @param before null when no browser has held the session yet, so that the first one is no change
 */
export function isChangeOfBrowser(before: DeviceChanges | null, browser: Browser): before is DeviceChanges {
  return before !== null && (before.holder !== browser.thumbprint || isRenamed(before, browser))
}

/**
 * Returns the changes of browser of an account after a claim by this one.
 * @param today the Moroccan day, YYYY-MM-DD
 */
export function countClaim(before: DeviceChanges | null, claimant: Browser, today: string): DeviceChanges {
  const { thumbprint: holder, browser } = claimant
  if (!isChangeOfBrowser(before, claimant))
    return { ...(before ?? { day: today, count: 0 }), holder, browser }
  // After a clock was set back, the newest day is counted on.
  if (today <= before.day) return { holder, browser, day: before.day, count: before.count + 1 }
  return { holder, browser, day: today, count: 1 }
}
