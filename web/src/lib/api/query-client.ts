import { MutationCache, QueryClient } from '@tanstack/react-query'
import type { Route } from '#shared/contract/route.ts'
import { authStore } from '../auth/auth-state.ts'
import { invalidateRoutes } from './cache.ts'
import { isTransient, waitOf } from './failure.ts'

const RETRIES = 2
const FIRST_RETRY_MS = 1_000
/** For a longer wait than this, the page reports it at once, and the reader decides when to try again. */
const LONGEST_WAIT_MS = 10_000

declare module '@tanstack/react-query' {
  interface Register {
    /** `personal`: only the reader may see the answers. */
    queryMeta: { personal?: boolean }
    mutationMeta: { invalidates?: readonly Route[] }
  }
}

/**
 * Creates the query cache: it retries transient failures, refetches only on request, and removes personal data with its
 * account.
 */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    mutationCache: new MutationCache({
      onSuccess: (_answer, _input, _context, { meta }) => {
        // Not awaited: the change is reported at once, even where the list takes its time.
        void invalidateRoutes(client, meta?.invalidates ?? [])
      },
    }),
    defaultOptions: {
      queries: {
        // Offline, a query fails at once with its message instead of pausing silently.
        networkMode: 'always',
        retry: (failures, error) =>
          isTransient(error) && waitOf(error) <= LONGEST_WAIT_MS && navigator.onLine && failures < RETRIES,
        retryDelay: (failures, error) => Math.max(FIRST_RETRY_MS * 2 ** failures, waitOf(error)),
        staleTime: 60_000,
        // A list is shown at once again within the hour, also without a network.
        gcTime: 60 * 60_000,
        refetchOnWindowFocus: false,
        // Must be set, since `networkMode: 'always'` turns it off.
        refetchOnReconnect: true,
      },
      mutations: { networkMode: 'always' },
    },
  })
  let account = currentAccount()
  authStore.subscribe(() => {
    const before = account
    account = currentAccount()
    // Also applies when another account follows without a sign-out in between.
    if (account !== before) client.removeQueries({ predicate: ({ meta }) => meta?.personal === true })
  })
  return client
}

/** Returns the account whose pages are on screen; null for a visitor and while a stored session is checked. */
function currentAccount(): string | null {
  const auth = authStore.get()
  return 'profile' in auth ? auth.profile.id : null
}
