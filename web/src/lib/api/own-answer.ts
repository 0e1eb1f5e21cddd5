import { useEffect, useState, useSyncExternalStore } from 'react'
import { fetchPageAnswer, ownAnswer, seededAnswers } from './page-content.ts'

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
