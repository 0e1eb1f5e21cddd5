import { daysBefore } from './moroccan-day.ts'

const WEEK_DAYS = 7

/** Returns the Monday of a day's week. Days are YYYY-MM-DD. */
export function weekStart(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return daysBefore(day, (weekday + WEEK_DAYS - 1) % WEEK_DAYS)
}

/** Returns the Mondays of the last weeks, including the current one, oldest first. */
export function lastMondays(today: string, weeks: number): string[] {
  const monday = weekStart(today)
  return Array.from({ length: weeks }, (_, index) => daysBefore(monday, (weeks - 1 - index) * WEEK_DAYS))
}
