import {
  MutationCache,
  QueryClient,
  QueryClientProvider,
  type UseQueryResult,
  useQuery,
} from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Route } from '#shared/contract/define-route.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { onWorkerMessage } from '../loading/when-idle.ts'
import { invalidateRoutes, isSeeded, refetchQueries } from './api.ts'
import { isTransient, waitOf } from './failure.ts'
import { fetchPageAnswer, seededAnswers } from './page-content.ts'

let current: QueryClient | null = null

/** Created by the first part of the site that needs it. */
export function pageClient(): QueryClient {
  if (current) return current
  const client = createQueryClient()
  setPageClient(client)
  followListUpdates(client)
  seededAnswers.subscribe(() => {
    // Answers that the API has given since are newer, and stay.
    for (const { route, input, answer } of seededAnswers.get())
      if (isSeeded(client, [route, input])) client.setQueryData([route, input], answer, { updatedAt: 0 })
  })
  return client
}

/** Sets the query cache; the renderer and tests do so before each page. */
export function setPageClient(client: QueryClient): void {
  current = client
  // The answers are stored as outdated: they are shown at once, and fetched again.
  for (const { route, input, answer } of seededAnswers.get())
    client.setQueryData([route, input], answer, { updatedAt: 0 })
}

/** Wraps a page or dialog that reads or changes something through the API. The others load without TanStack Query. */
export function withQueries<Props extends object>(Component: ComponentType<Props>): ComponentType<Props> {
  return function WithQueries(props) {
    return (
      <QueryClientProvider client={pageClient()}>
        <Component {...props} />
      </QueryClientProvider>
    )
  }
}

/** Follows the service worker, which reports a list that it answered from its cache and that has changed. */
export function followListUpdates(client: QueryClient): () => void {
  return onWorkerMessage('LIST_CHANGED', () => {
    // The new list is in the worker's cache by then.
    void refetchQueries(client, { predicate: ({ meta }) => meta?.personal !== true })
  })
}

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

/** Retries transient failures, refetches only on request, and removes personal data with its account. */
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

/** The page's HTML contains it; after a link of the site it is fetched. */
export function usePageAnswer<Answer>(path: string): UseQueryResult<Answer> {
  return useQuery({
    queryKey: [path, {}],
    queryFn: ({ signal }) => fetchPageAnswer<Answer>(path, signal),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
