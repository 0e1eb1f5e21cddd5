import { daysBefore } from '../days/moroccan-day.ts'

/** A week of a plan, with its work in the given order. */
export type PlannedWeek<Work> = { from: string; until: string; work: Work[] }

const WEEK_DAYS = 7

/**
 * Spreads work evenly and in its order over the weeks that are left until an examination. Weeks begin on Mondays, the
 * first one today, and the last one ends on the eve of the examination.
 * @param today YYYY-MM-DD, as `exam`
 * @returns no weeks when the examination is today or past
 */
export function planWeeks<Work>(
  work: readonly Work[],
  { today, exam }: { today: string; exam: string },
): PlannedWeek<Work>[] {
  const weeks: PlannedWeek<Work>[] = []
  for (let from = today; from < exam; ) {
    const next = nextMonday(from)
    const after = next < exam ? next : exam
    weeks.push({ from, until: daysBefore(after, 1), work: [] })
    from = after
  }
  for (const [index, each] of work.entries())
    weeks[Math.floor((index * weeks.length) / work.length)]?.work.push(each)
  return weeks
}

function nextMonday(day: string): string {
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay()
  return daysBefore(day, -((1 - weekday + WEEK_DAYS) % WEEK_DAYS || WEEK_DAYS))
}

/** Something marked to be looked at again: the day from which on it is due, or null, and the day it was last seen. */
export type PlannedReview<Work> = { work: Work; next: string | null; seen: string | null }

type Study<Work> = {
  /** One piece a week from now on, where there are weeks enough. */
  urgent: readonly Work[]
  /** Spread evenly until the examination. */
  rest: readonly Work[]
  /** Also spread evenly, apart from `rest`. */
  more?: readonly Work[]
  /** Each in the week in which it is due, and once more in the last fortnight, unless it was or is seen then. */
  reviews?: readonly PlannedReview<Work>[]
}

/** The days before the examination in which everything to review is seen once more. */
const LAST_DAYS = 14

/** Returns a plan of several kinds of work. The reviews of a week come first, then the urgent pieces, then the others. */
export function planStudy<Work>(
  { urgent, rest, more = [], reviews = [] }: Study<Work>,
  days: { today: string; exam: string },
): PlannedWeek<Work>[] {
  const dated = planReviews(reviews, days)
  const others = planWeeks(more, days)
  return planWeeks(rest, days).map((week, at, weeks) => ({
    ...week,
    work: [
      ...(dated[at] ?? []),
      ...urgent.filter((_, index) => index % weeks.length === at),
      ...week.work,
      ...(others[at]?.work ?? []),
    ],
  }))
}

/** Returns the reviews of each week. */
function planReviews<Work>(
  reviews: readonly PlannedReview<Work>[],
  days: { today: string; exam: string },
): Work[][] {
  const weeks = planWeeks<Work>([], days).map((week) => ({ ...week, work: [] as Work[] }))
  const lastDays = daysBefore(days.exam, LAST_DAYS)
  const last = weeks.filter(({ from }) => from >= lastDays)
  const left: Work[] = []
  for (const { work, next, seen } of reviews) {
    const week = next === null ? undefined : weeks.find(({ until }) => until >= next)
    week?.work.push(work)
    const isSeenLast = (week !== undefined && last.includes(week)) || (seen !== null && seen >= lastDays)
    if (!isSeenLast) left.push(work)
  }
  for (const [index, work] of left.entries())
    last[Math.floor((index * last.length) / left.length)]?.work.push(work)
  return weeks.map(({ work }) => work)
}
