import { daysBefore } from '../days/moroccan-day.ts'

/** A week of a plan, with its work in the order in which it is done. */
export type PlannedWeek<Work> = { from: string; until: string; work: Work[] }

/** Moroccan days, YYYY-MM-DD. */
export type PlanDays = { today: string; exam: string }

const WEEK_DAYS = 7

/** The days before the examination in which everything to review is seen once more. */
const LAST_DAYS = 14

/**
 * Returns the weeks that are left until an examination. They begin on Mondays, the first one today, and the last one
 * ends on the eve of the examination.
 * @returns no weeks when the examination is today or past
 */
export function weeksUntil({ today, exam }: PlanDays) {
  const weeks: { from: string; until: string; days: number; isLast: boolean }[] = []
  const lastDays = daysBefore(exam, LAST_DAYS)
  for (let from = today; from < exam; ) {
    const next = daysBefore(mondayOf(from), -WEEK_DAYS)
    const after = next < exam ? next : exam
    const days = daysBetween(from, after)
    weeks.push({ from, until: daysBefore(after, 1), days, isLast: from >= lastDays })
    from = after
  }
  return weeks
}

/** Returns the Monday of a day's week. */
export function mondayOf(day: string): string {
  return daysBefore(day, (new Date(`${day}T00:00:00Z`).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS)
}

/** Returns the days from one day until another. */
export function daysBetween(from: string, until: string): number {
  return (Date.parse(until) - Date.parse(from)) / (24 * 60 * 60 * 1000)
}

/** Something marked to be looked at again: the day from which on it is due, or null, and the day it was last seen. */
export type PlannedReview<Work> = { work: Work; next: string | null; seen: string | null }

/**
 * Returns the reviews of each week: each in the week in which it is due, and once more in the last fortnight, unless it
 * was or is seen then.
 */
export function planReviews<Work>(reviews: readonly PlannedReview<Work>[], days: PlanDays): Work[][] {
  const weeks = weeksUntil(days).map((week) => ({ ...week, work: [] as Work[] }))
  const lastDays = daysBefore(days.exam, LAST_DAYS)
  const last = weeks.filter(({ isLast }) => isLast)
  const left: Work[] = []
  for (const { work, next, seen } of reviews) {
    const week = next === null ? undefined : weeks.find(({ until }) => until >= next)
    week?.work.push(work)
    if (!week?.isLast && (seen === null || seen < lastDays)) left.push(work)
  }
  for (const [index, work] of left.entries())
    last[Math.floor((index * last.length) / left.length)]?.work.push(work)
  return weeks.map(({ work }) => work)
}
