import type { SettingsView } from '../entities/settings.ts'

/** Id of the element that contains a page's {@link PageContent} as JSON. */
export const PAGE_CONTENT_ID = 'content'

/** The data from which a page's HTML was rendered. Its script begins with the same data. */
export type PageContent = {
  /** The site's own address, such as https://www.example.org; null without one. */
  origin: string | null
  settings: SettingsView
  /** True when the offer was over on the day of the rendering. */
  isOfferOver: boolean
  /** True when there was an announcement on that day. */
  isAnnounced: boolean
  /**
   * Milliseconds by which clocks in Morocco were ahead of UTC at the end of that day, by the server's time zone data: a
   * phone's may be years old.
   */
  utcOffset: number
  answers: readonly PageAnswer[]
}

/** An answer for the query cache, by route and input. Data of a single page has the page's path as its route. */
export type PageAnswer = { route: string; input: object; answer: unknown }
