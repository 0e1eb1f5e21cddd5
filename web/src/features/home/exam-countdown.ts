import type { SiteContent } from '#shared/contract/site-config.ts'

type Exam = SiteContent['exams'][number]

/** An exam that is still to come; `days` is 0 on its day. */
export type ComingExam = Exam & { days: number }

const DAY_MS = 24 * 60 * 60 * 1000

/** The exams that are not past, the next one first, with the whole days left on the calendar of `now`'s place. */
export function comingExams(exams: readonly Exam[], now: Date): ComingExam[] {
  // Calendar days are compared as UTC midnights, so that a change of clocks does not cost a day.
  const today = Date.UTC(now.getFullYear(), now.getMonth(), now.getDate())
  return exams
    .map((exam) => ({ ...exam, days: Math.round((Date.parse(exam.date) - today) / DAY_MS) }))
    .filter(({ days }) => days >= 0)
    .toSorted((one, other) => one.days - other.days)
}

/** 'dans 12 jours' */
export function waitText(days: number): string {
  if (days === 0) return "c'est aujourd'hui"
  return days === 1 ? "c'est demain" : `dans ${days} jours`
}
