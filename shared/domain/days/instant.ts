/**
 * Returns the time of a change: `now`, or just after the previous change when the clock has not advanced. No
 * `updatedAt` is used twice, so that a write can be conditioned on it.
 */
export function laterThan(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()
}
