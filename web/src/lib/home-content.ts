import type { SubjectKey } from '#shared/catalogue/subjects.ts'
import type { Exam } from '#shared/entities/settings.ts'

/** Something new on the site: a paper, or the documents that a chapter got on one day. */
export type News = {
  path: string
  title: string
  /** The kind of news: 'Sujet et corrigé', '3 documents, Science Math'. */
  detail: string
  /** Day in Morocco, YYYY-MM-DD. */
  day: string
}

export type HomePaper = SubjectKey & { isFree: boolean }

/** The HTML of this page carries its content, since no list of the API has all of it. */
export const HOME_PATH = '/'

export type HomeContent = { news: readonly News[]; papers: readonly HomePaper[] }

export const NO_CONTENT: HomeContent = { news: [], papers: [] }

const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Returns the exams that are not past, the next one first, with the days left, which are 0 on its day.
 * @param today in Morocco, YYYY-MM-DD
 */
export function comingExams(exams: readonly Exam[], today: string) {
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
