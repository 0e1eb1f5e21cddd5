import type { QueryClient } from '@tanstack/react-query'
import { refetchQueries } from './cache.ts'

/**
 * Refetches public lists when the service worker reports that one it answered from its cache has changed.
 * @returns a function that stops it
 */
export function followListUpdates(client: QueryClient): () => void {
  // Browsers have no service workers without https, and in some private windows.
  const { serviceWorker } = navigator
  if (!serviceWorker) return () => {}
  const onMessage = ({ data }: MessageEvent<{ type?: string } | null>) => {
    // The new list is in the worker's cache by then.
    if (data?.type === 'LIST_CHANGED')
      void refetchQueries(client, { predicate: ({ meta }) => meta?.personal !== true })
  }
  serviceWorker.addEventListener('message', onMessage)
  return () => serviceWorker.removeEventListener('message', onMessage)
}
