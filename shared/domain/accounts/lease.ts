import type { Lease, User } from '../../entities/user.ts'

/** A lease without activity for this long may be taken over. Milliseconds. */
const LEASE_WINDOW_MS = 60_000

/** The latest `lastActive` that counts as stale at `now`: exactly 60 s of silence is stale. ISO 8601 UTC. */
export function staleBefore(now: Date): string {
  return new Date(now.getTime() - LEASE_WINDOW_MS).toISOString()
}

/** Whether a browser holds the lease, and was active less than a minute before `now`. */
export function isLeaseLive(lease: Lease, now: Date): boolean {
  return lease.thumbprint !== '' && lease.lastActive > staleBefore(now)
}

/** Whether the lease is the session that is named, in the browser that claimed it. */
export function holdsLease(
  user: Pick<User, 'lease'>,
  { sessionId, thumbprint }: { sessionId: string | undefined; thumbprint: string },
): user is { lease: Lease } {
  return user.lease !== null && user.lease.id === sessionId && user.lease.thumbprint === thumbprint
}

/** Whole seconds until the lease can be taken over, rounded up, from 1 to 60. */
export function secondsLeft(lease: Lease, now: Date): number {
  const left = Date.parse(lease.lastActive) + LEASE_WINDOW_MS - now.getTime()
  return Math.min(Math.max(Math.ceil(left / 1000), 1), LEASE_WINDOW_MS / 1000)
}
