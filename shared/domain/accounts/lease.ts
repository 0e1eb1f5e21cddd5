import { type Lease, NETWORK_NOTES, type User } from '../../entities/user.ts'
import { isRenamed } from './device-changes.ts'
import type { Claimant } from './sign-in.ts'

/** Time without activity after which another browser may claim a lease. Milliseconds. */
const LEASE_WINDOW_MS = 60_000

/** Returns the latest `lastActive` that is stale at `now`: exactly 60 s without activity is stale. ISO 8601 UTC. */
export function staleBefore(now: Date): string {
  return new Date(now.getTime() - LEASE_WINDOW_MS).toISOString()
}

/** Returns whether a browser holds the lease, and was active less than a minute before `now`. */
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

/** Returns whether the lease has this session id, and this browser has claimed it. */
export function holdsLease<Account extends Pick<User, 'lease' | 'deviceChanges'>>(
  user: Account,
  { sessionId, ...browser }: Browser & { sessionId: string | undefined },
): user is Account & { lease: Lease } {
  return user.lease?.id === sessionId && isLeaseOf(user, browser)
}

/** Returns the networks of the lease's last calls, the newest first. */
export function networkNotes(lease: Lease): string[] {
  return NETWORK_NOTES.flatMap((name) => lease[name] ?? [])
}

/** Returns the seconds until another browser may claim the lease, rounded up, from 1 to 60. */
export function secondsLeft(lease: Lease, now: Date): number {
  const left = Date.parse(lease.lastActive) + LEASE_WINDOW_MS - now.getTime()
  return Math.min(Math.max(Math.ceil(left / 1000), 1), LEASE_WINDOW_MS / 1000)
}
