import type { Exam } from '#shared/entities/settings.ts'

/** An exam that is still to come; `days` is 0 on its day. */
type ComingExam = Exam & { days: number }

const DAY_MS = 24 * 60 * 60 * 1000

/** Returns the exams that are not past, the next one first, with the days left. @param today in Morocco, YYYY-MM-DD */
export function comingExams(exams: readonly Exam[], today: string): ComingExam[] {
  return exams
    .map((exam) => ({ ...exam, days: (Date.parse(exam.date) - Date.parse(today)) / DAY_MS }))
    .filter(({ days }) => days >= 0)
    .toSorted((one, other) => one.days - other.days)
}

/** 'dans 12 jours' */
export function waitText(days: number): string {
  if (days === 0) return "c'est aujourd'hui"
  return days === 1 ? "c'est demain" : `dans ${days} jours`
}
