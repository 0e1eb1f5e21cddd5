import type { Exam } from '#shared/entities/settings.ts'

/** An exam that is still to come; `days` is 0 on its day. */
type ComingExam = Exam & { days: number }

const DAY_MS = 24 * 60 * 60 * 1000

/** Exams that are not past, the next one first, with the calendar days left in the browser's time zone. */
export function comingExams(exams: readonly Exam[], now: Date): ComingExam[] {
  // Compares calendar days as UTC midnights, so that daylight saving does not cost a day.
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
