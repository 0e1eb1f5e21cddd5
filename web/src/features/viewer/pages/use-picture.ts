import { useEffect, useEffectEvent, useState } from 'react'
import { pictureName } from '#shared/entities/prepared-document.ts'
import type { FetchOptions } from '#web/lib/documents/fetch-signed.ts'
import type { PreparedDocument } from '#web/lib/documents/prepared-document.ts'

type PictureOptions = {
  document: PreparedDocument
  page: number
  /** False: what was fetched is released. */
  isWanted: boolean
  /** The large picture is fetched as well, and shown once it is there. */
  isLarge?: boolean
  /** Milliseconds before it is fetched: pages that only pass by while scrolling are not. */
  delay?: number
  onDelay?: FetchOptions['onDelay']
  /** Called for a failure of the large picture too, of which the reader sees nothing. */
  onFailure?: (error: unknown) => void
}

type Fetched = { small?: Blob; large?: Blob }

const NOTHING: Fetched = {}

/** Returns the picture of a page while it is wanted: null until it has arrived, and the reason if it does not arrive. */
export function usePicture(options: PictureOptions) {
  const { document, page, isWanted, isLarge = false, delay = 0 } = options
  const [fetched, setFetched] = useState(NOTHING)
  const [failure, setFailure] = useState<unknown>(null)
  const { small, large } = fetched
  const missing = !small ? 'small' : isLarge && !large ? 'large' : null
  const onDelay = useEffectEvent<NonNullable<FetchOptions['onDelay']>>((reason) => options.onDelay?.(reason))
  const onFailure = useEffectEvent((error: unknown) => {
    if (missing === 'small') setFailure(error)
    options.onFailure?.(error)
  })
  useEffect(() => {
    if (!isWanted || missing === null || failure !== null) return
    const abort = new AbortController()
    const fetchPicture = async () => {
      const fetchOptions = {
        signal: abort.signal,
        onDelay: (reason: 'offline' | 'unreachable' | null) => onDelay(reason),
      }
      try {
        const file = await document.file(pictureName(page, missing === 'large'), fetchOptions)
        if (!abort.signal.aborted) setFetched((before) => ({ ...before, [missing]: file }))
      } catch (error) {
        if (!abort.signal.aborted) onFailure(error)
      }
    }
    const timer = setTimeout(() => void fetchPicture(), delay)
    return () => {
      abort.abort()
      clearTimeout(timer)
    }
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- another delay starts no request anew
  }, [document, page, isWanted, missing, failure])
  useEffect(() => {
    if (failure === null) return
    const retry = () => setFailure(null)
    window.addEventListener('online', retry)
    return () => window.removeEventListener('online', retry)
  }, [failure])
  if (!isWanted && fetched !== NOTHING) setFetched(NOTHING)
  return {
    picture: (isLarge && large) || small || null,
    failure,
    retry: () => setFailure(null),
    /** Marks the picture as broken: the browser could not show it. */
    fail(error: unknown) {
      setFetched(NOTHING)
      setFailure(error)
    },
  }
}
