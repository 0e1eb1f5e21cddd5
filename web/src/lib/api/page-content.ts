import { useEffect, useState, useSyncExternalStore } from 'react'
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
function ownAnswer(path: string): unknown {
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

/**
 * Returns what a page's own HTML says beyond the answers of the API, for pages that load no TanStack Query. The HTML is
 * fetched where the reader followed a link of the site; null until then.
 * @param otherwise stands for it where it cannot be had: the page is complete without it
 */
export function useOwnAnswer<Answer>(path: string, otherwise: Answer): Answer | null {
  const read = () => (ownAnswer(path) as Answer | undefined) ?? null
  const answer = useSyncExternalStore(seededAnswers.subscribe, read, read)
  const [isFailed, setFailed] = useState(false)
  useEffect(() => {
    if (answer) return undefined
    const leaving = new AbortController()
    fetchPageAnswer<Answer>(path, leaving.signal).then(
      (fetched) => seededAnswers.set([...seededAnswers.get(), { route: path, input: {}, answer: fetched }]),
      () => setFailed(true),
    )
    return () => leaving.abort()
  }, [answer, path])
  return answer ?? (isFailed ? otherwise : null)
}
