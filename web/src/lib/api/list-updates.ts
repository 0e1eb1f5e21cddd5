import type { QueryClient, QueryFilters } from '@tanstack/react-query'

/**
 * Refetches public lists when the service worker reports that one it answered from its cache has changed.
 * @returns a function that stops it
 */
export function followListUpdates(client: QueryClient): () => void {
  // Browsers have no service workers without https, and in some private windows.
  const { serviceWorker } = navigator
  if (!serviceWorker) return () => {}
  const renew = async () => {
    const lists: QueryFilters = { predicate: ({ meta }) => meta?.personal !== true }
    // A first answer still in flight holds the old list, and would count as the refetch.
    await client.cancelQueries(lists)
    await client.invalidateQueries(lists)
  }
  const onMessage = ({ data }: MessageEvent<{ type?: string } | null>) => {
    // The new list is in the worker's cache by then.
    if (data?.type === 'LIST_CHANGED') void renew()
  }
  serviceWorker.addEventListener('message', onMessage)
  return () => serviceWorker.removeEventListener('message', onMessage)
}
