import { type AccountDay, WATCHED_FIGURES, type WatchedFigures } from '../../entities/account-day.ts'
import { type DeviceChanges, type Lease, NETWORK_NOTES, type User } from '../../entities/user.ts'
import type { Claimant } from './sign-in.ts'

/** Time without activity after which another browser may claim a lease. Milliseconds. */
const LEASE_WINDOW_MS = 60_000

/** Returns the latest `lastActive` that is stale at `now`: exactly 60 s without activity is stale. ISO 8601 UTC. */
export function staleBefore(now: Date): string {
  return new Date(now.getTime() - LEASE_WINDOW_MS).toISOString()
}

export function isLeaseLive(lease: Lease, now: Date): boolean {
  return lease.thumbprint !== '' && lease.lastActive > staleBefore(now)
}

type Browser = Pick<Claimant, 'thumbprint' | 'browser'>

/** Returns whether this browser has claimed the lease. One key under two names counts as two browsers. */
export function isLeaseOf(
  { lease, deviceChanges }: Pick<User, 'lease' | 'deviceChanges'>,
  browser: Browser,
): boolean {
  return lease?.thumbprint === browser.thumbprint && !isRenamed(deviceChanges, browser)
}

/** Returns whether the last holder had another name. A browser keeps its name, so that a copied key is noticed. */
function isRenamed(before: DeviceChanges | null, { browser }: Pick<Browser, 'browser'>): boolean {
  return before !== null && before.browser !== '' && before.browser !== browser
}

/** Another key than that of the last holder, or the same one under another name. The first browser is no change. */
export function isChangeOfBrowser(before: DeviceChanges | null, browser: Browser): before is DeviceChanges {
  return before !== null && (before.holder !== browser.thumbprint || isRenamed(before, browser))
}

export function countClaim(before: DeviceChanges | null, claimant: Browser, today: string): DeviceChanges {
  const { thumbprint: holder, browser } = claimant
  if (!isChangeOfBrowser(before, claimant))
    return { ...(before ?? { day: today, count: 0 }), holder, browser }
  // After a clock was set back, the newest day is counted on.
  if (today <= before.day) return { holder, browser, day: before.day, count: before.count + 1 }
  return { holder, browser, day: today, count: 1 }
}

export function holdsLease<Account extends Pick<User, 'lease' | 'deviceChanges'>>(
  user: Account,
  { sessionId, ...browser }: Browser & { sessionId: string | undefined },
): user is Account & { lease: Lease } {
  return user.lease?.id === sessionId && isLeaseOf(user, browser)
}

export function networkNotes(lease: Lease): string[] {
  return NETWORK_NOTES.flatMap((name) => lease[name] ?? [])
}

export function secondsLeft(lease: Lease, now: Date): number {
  const left = Date.parse(lease.lastActive) + LEASE_WINDOW_MS - now.getTime()
  return Math.min(Math.max(Math.ceil(left / 1000), 1), LEASE_WINDOW_MS / 1000)
}

export type JudgedDay = WatchedFigures & Pick<AccountDay, 'networksAlternate'> & { browsers: number }

/**
 * Returns the factor by which a day stands out, from 1 on. It is the largest of these: a figure as a multiple of its
 * threshold; the browsers that no change explains, such as one that was refused; 1 for alternating networks.
 */
export function conspicuousness(day: JudgedDay, thresholds: WatchedFigures): number {
  return Math.max(
    ...WATCHED_FIGURES.map((name) => day[name] / thresholds[name]),
    // The first browser of a day may be the last one of the day before, which is no change.
    day.browsers - 1 - day.deviceChanges,
    Number(day.networksAlternate),
  )
}

/** A character is a minute, of an hour and four minutes. */
const MINUTES = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_'
const WINDOW = 10
/** Limit of changes between the same two networks, which a phone between wifi and mobile data does not reach. */
const MOST_CHANGES = 6

/** Returns the note of a call in the lease: a short digest of its network, and its minute. */
export function noteNetwork(network: string, now: Date): string {
  return `${network}${MINUTES.charAt(minuteOf(now))}`
}

/** More than six times within the last ten minutes. The notes are newest first. */
export function doNetworksAlternate(notes: readonly string[], now: Date): boolean {
  const networks = notes.flatMap((note) => {
    const age = (minuteOf(now) - MINUTES.indexOf(note.slice(-1)) + MINUTES.length) % MINUTES.length
    return age < WINDOW ? [note.slice(0, -1)] : []
  })
  const changes = new Map<string, number>()
  for (const [index, network] of networks.entries()) {
    const next = networks[index + 1]
    if (next === undefined || next === network) continue
    const pair = [network, next].toSorted().join(' ')
    changes.set(pair, (changes.get(pair) ?? 0) + 1)
  }
  return Math.max(0, ...changes.values()) > MOST_CHANGES
}

function minuteOf(now: Date): number {
  return Math.floor(now.getTime() / 60_000) % MINUTES.length
}
