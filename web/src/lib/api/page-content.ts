import { PAGE_CONTENT_ID, type PageAnswer, type PageContent } from '#shared/contract/page-content.ts'
import { createSharedValue } from '#web/lib/shared-value.ts'
import { ApiFailure, networkFailure } from './failure.ts'

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

/**
 * Fetches what a public page says beyond the answers of the API, for a browser that has not loaded the page's HTML.
 * @throws ApiFailure: `refused` for a page that does not exist or says nothing
 */
export async function fetchPageAnswer<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  const { status, html } = await fetchHtml(path, signal).catch((cause: unknown) => {
    throw networkFailure(cause)
  })
  const page = new DOMParser().parseFromString(html, 'text/html')
  const own = readPageContent(page)?.answers.find(({ route }) => route === path)
  if (!own) throw new ApiFailure(status < 500 ? 'refused' : 'failing', { status })
  return own.answer as Answer
}

async function fetchHtml(path: string, signal: AbortSignal) {
  const response = await fetch(path, { signal })
  return { status: response.status, html: await response.text() }
}
