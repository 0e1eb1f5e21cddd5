import { useEffect, useState, useSyncExternalStore } from 'react'
import { PAGE_CONTENT_ID, type PageAnswer, type PageContent } from '#shared/contract/page-content.ts'
import { createSharedValue } from '#web/lib/shared-value.ts'
import { ApiFailure, networkFailure } from './failure.ts'

/** Reads the content that the document's page was rendered from; null for a page without content. */
export function readPageContent(page: Document): PageContent | null {
  const json = page.getElementById(PAGE_CONTENT_ID)?.textContent
  return json ? (JSON.parse(json) as PageContent) : null
}

/** Set before each rendering and hydration, and again when the page's HTML was renewed. */
export const seededAnswers = createSharedValue<readonly PageAnswer[]>([])

/** For a browser that has not loaded the page's HTML. @throws ApiFailure `refused` where it says nothing */
export async function fetchPageAnswer<Answer>(path: string, signal: AbortSignal): Promise<Answer> {
  const { status, html } = await fetch(path, { signal })
    .then(async (response) => ({ status: response.status, html: await response.text() }))
    .catch((cause: unknown) => {
      throw networkFailure(cause)
    })
  const page = new DOMParser().parseFromString(html, 'text/html')
  const own = readPageContent(page)?.answers.find(({ route }) => route === path)
  if (!own) throw new ApiFailure(status < 500 ? 'refused' : 'failing', { status })
  return own.answer as Answer
}

/** For pages without TanStack Query. After a link of the site the HTML is fetched; null until then. */
export function useOwnAnswer<Answer>(path: string, otherwise: Answer): Answer | null {
  const read = () =>
    (seededAnswers.get().find(({ route }) => route === path)?.answer ?? null) as Answer | null
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
