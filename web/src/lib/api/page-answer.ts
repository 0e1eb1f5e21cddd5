import { ApiFailure, networkFailure } from './failure.ts'
import { readPageContent } from './page-content.ts'

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
