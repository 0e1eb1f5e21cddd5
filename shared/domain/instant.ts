/**
 * The instant of a change: `now`, or just after the change before it when the clock has not moved on. So that an
 * `updatedAt` is never seen twice, and a write may tell by it whether what it read still stands.
 */
export function laterThan(before: string, now: Date): string {
  return new Date(Math.max(now.getTime(), Date.parse(before) + 1)).toISOString()
}
