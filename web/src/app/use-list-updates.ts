import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import { useEffect } from 'react'

/** Asks again for public lists when the service worker found that one it had answered from its cache has changed. */
export function useListUpdates(client: QueryClient): void {
  useEffect(() => {
    // Absent without https, and in some private windows.
    const { serviceWorker } = navigator
    if (!serviceWorker) return undefined
    const renew = async () => {
      const lists: QueryFilters = { predicate: ({ meta }) => meta?.personal !== true }
      // A first answer that is still on its way is the old list, and would count as the renewal.
      await client.cancelQueries(lists)
      await client.invalidateQueries(lists)
    }
    const onMessage = ({ data }: MessageEvent<{ type?: string } | null>) => {
      // The new list is in the worker's cache by then.
      if (data?.type === 'LIST_CHANGED') void renew()
    }
    serviceWorker.addEventListener('message', onMessage)
    return () => serviceWorker.removeEventListener('message', onMessage)
  }, [client])
}
