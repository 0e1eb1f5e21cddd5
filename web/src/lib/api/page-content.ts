import type { QueryClient } from '@tanstack/react-query'
import { PAGE_CONTENT_ID, type PageContent } from '#shared/contract/page-content.ts'

/** What the page in a document was rendered from; null for a page without content. */
export function readPageContent(page: Document): PageContent | null {
  const json = page.getElementById(PAGE_CONTENT_ID)?.textContent
  return json ? (JSON.parse(json) as PageContent) : null
}

/** Puts a page's answers into the query cache as outdated ones: they are shown at once, and asked for again. */
export function seedAnswers(client: QueryClient, { answers }: PageContent): void {
  for (const { route, input, answer } of answers)
    client.setQueryData([route, input], answer, { updatedAt: 0 })
}
