/**
 * Returns the instant of a change: `now`, or just after the previous change when the clock has not moved on, so that no
 * `updatedAt` is used twice and a write can be conditioned on the one that was read.
 */
export function laterThan(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()
}
