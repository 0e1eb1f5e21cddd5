import type { SettingsView } from '../entities/settings.ts'

export const PAGE_CONTENT_ID = 'content'

/** The data from which a page's HTML was rendered. Its script begins with the same data. */
export type PageContent = {
  origin: string | null
  settings: SettingsView
  isOfferOver: boolean
  isAnnounced: boolean
  /** Milliseconds, at the end of that day: a phone's time zone data may be years old. */
  utcOffset: number
  answers: readonly PageAnswer[]
}

/** An answer for the query cache, by route and input. Data of a single page has the page's path as its route. */
export type PageAnswer = { route: string; input: object; answer: unknown }
