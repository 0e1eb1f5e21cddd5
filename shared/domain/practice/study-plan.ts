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

/**
 * Returns a plan of two kinds of work: one urgent piece a week from now on, where there are weeks enough, and the rest
 * spread evenly until the examination.
 */
export function planStudy<Work>(
  { urgent, rest }: { urgent: readonly Work[]; rest: readonly Work[] },
  days: { today: string; exam: string },
): PlannedWeek<Work>[] {
  return planWeeks(rest, days).map((week, at, weeks) => ({
    ...week,
    work: [...urgent.filter((_, index) => index % weeks.length === at), ...week.work],
  }))
}
