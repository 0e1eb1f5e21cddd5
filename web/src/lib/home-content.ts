import type { SubjectKey } from '#shared/catalogue/subjects.ts'

/** Something new on the site: a paper, or the documents that a chapter got on one day. */
export type News = {
  path: string
  title: string
  /** The kind of news: 'Sujet et corrigé', '3 documents, Science Math'. */
  detail: string
  /** Day in Morocco, YYYY-MM-DD. */
  day: string
}

/** A published paper, as the plan of a student's week needs it. */
export type HomePaper = SubjectKey & { isFree: boolean }

/** The HTML of this page carries its content, since no list of the API has all of it. */
export const HOME_PATH = '/'

export type HomeContent = { news: readonly News[]; papers: readonly HomePaper[] }

export const NO_CONTENT: HomeContent = { news: [], papers: [] }
