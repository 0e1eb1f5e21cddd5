/**
 * The hour by which Morocco is ahead of UTC, though not all year: by this rule a day ends at 23:00 while its clocks show UTC. Fixed, because
 * an end that is stored must show the same day in browsers whose time zones are out of date.
 */
const MOROCCO_MS = 3_600_000
const DAY_MS = 24 * 3_600_000

/** The Monday of the week in which an instant lies in Morocco, YYYY-MM-DD. */
export function weekStart(instant: Date): string {
  const local = new Date(instant.getTime() + MOROCCO_MS)
  const daysSinceMonday = (local.getUTCDay() + 6) % 7
  return dayOf(new Date(local.getTime() - daysSinceMonday * DAY_MS))
}

/** The Mondays of the last weeks, the current one included, oldest first. */
export function lastMondays(now: Date, weeks: number): string[] {
  return Array.from({ length: weeks }, (_, index) =>
    weekStart(new Date(now.getTime() - (weeks - 1 - index) * 7 * DAY_MS)),
  )
}

/** The instant at which a day counts as over: 23:00 UTC. @param day YYYY-MM-DD */
export function endOfDay(day: string): Date {
  return new Date(Date.parse(`${day}T00:00:00Z`) - MOROCCO_MS + DAY_MS)
}

function dayOf(date: Date): string {
  return date.toISOString().slice(0, 10)
}
