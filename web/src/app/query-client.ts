import { QueryClient } from '@tanstack/react-query'
import { isTransient } from '#web/lib/api/failure.ts'
import { authStore } from '#web/lib/auth/auth-store.ts'

const RETRIES = 2

/** Marks queries whose answers only their reader may see. */
declare module '@tanstack/react-query' {
  interface Register {
    queryMeta: { personal?: boolean }
  }
}

/** The cache of answers: retries what may heal, asks again only when told, forgets personal answers at sign-out. */
export function createQueryClient(): QueryClient {
  const client = new QueryClient({
    defaultOptions: {
      queries: {
        // Offline, a query fails with its text at once instead of waiting without a word.
        networkMode: 'always',
        retry: (failures, error) => isTransient(error) && navigator.onLine && failures < RETRIES,
        staleTime: 60_000,
        // Somebody who comes back to a list within the hour sees it at once, also without a network.
        gcTime: 60 * 60_000,
        refetchOnWindowFocus: false,
        // Said explicitly, since `networkMode: 'always'` turns it off.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
  authStore.subscribe(() => {
    if (authStore.get().status !== 'signedOut') return
    client.removeQueries({ predicate: ({ meta }) => meta?.personal === true })
  })
  return client
}
