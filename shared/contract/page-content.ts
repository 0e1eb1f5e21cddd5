import type { SettingsView } from '../entities/settings.ts'

/** The id of the element that holds a page's {@link PageContent} as JSON. */
export const PAGE_CONTENT_ID = 'content'

/** What a page's HTML was rendered from, so that its script begins with the same. */
export type PageContent = {
  /** Own address of the site, such as https://www.example.org; null where it has none. */
  origin: string | null
  settings: SettingsView
  /** Whether the offer was over on the day of the rendering. */
  isOfferOver: boolean
  /** Whether there was an announcement on that day. */
  isAnnounced: boolean
  /**
   * By how many milliseconds clocks in Morocco were ahead of UTC at the end of that day, by the server's time zone data:
   * that of a phone may be years old.
   */
  utcOffset: number
  answers: readonly PageAnswer[]
}

/** An answer as the query cache keeps it, by route and input. What only a page says has the page's path as its route. */
export type PageAnswer = { route: string; input: object; answer: unknown }
