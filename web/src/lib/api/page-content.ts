import { PAGE_CONTENT_ID, type PageAnswer, type PageContent } from '#shared/contract/page-content.ts'
import { createSharedValue } from '../shared-value.ts'

/** Reads the content that the document's page was rendered from; null for a page without content. */
export function readPageContent(page: Document): PageContent | null {
  const json = page.getElementById(PAGE_CONTENT_ID)?.textContent
  return json ? (JSON.parse(json) as PageContent) : null
}

/**
 * The answers that the page came with. The renderer sets them before each rendering, the browser before it hydrates, and
 * again when the page's HTML was renewed.
 */
export const seededAnswers = createSharedValue<readonly PageAnswer[]>([])

/** Returns what the page came with beyond the answers of the API. */
export function ownAnswer(path: string): unknown {
  return seededAnswers.get().find(({ route }) => route === path)?.answer
}
