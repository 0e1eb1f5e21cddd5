import { infiniteQueryOptions, mutationOptions, queryOptions } from '@tanstack/react-query'
import type { Parsed, Route } from '#shared/contract/route.ts'
import { isSeeded, routeKey } from './cache.ts'
import { type CallInput, call } from './call.ts'

export type QueryInput<R extends Route> = Omit<CallInput<R>, 'signal'>
/** A page of a list; `nextCursor` is null at the end. */
type ListPage = { nextCursor: string | null }

/**
 * TanStack Query's options for a route of the contract: `useQuery(api(listVideos).queryOptions({}))`. A function of the
 * route rather than an object of all routes, so that a page loads the schemas of the routes that it calls and no others.
 */
export function api<R extends Route>(route: R) {
  const meta = { personal: route.access !== 'public' }
  // Dashboards always show what is stored now; public lists and a student's own lists stay fresh for a minute.
  const freshness = route.access === 'owner' ? { staleTime: 0 } : {}
  return {
    queryOptions: (input: QueryInput<R>) =>
      queryOptions({
        queryKey: [...routeKey(route), input],
        queryFn: ({ client, queryKey, signal }) =>
          call(route, { ...input, signal } as unknown as CallInput<R>, {
            isRefresh: isSeeded(client, queryKey),
          }),
        meta,
        ...freshness,
      }),
    /** For a list that is read page by page, where each answer names the next page. */
    infiniteQueryOptions: (input: QueryInput<R>) =>
      infiniteQueryOptions({
        queryKey: [...routeKey(route), input],
        queryFn: ({ pageParam, signal }) => {
          const query = { ...(input.query as object), ...(pageParam !== null && { cursor: pageParam }) }
          return call(route, { ...input, query, signal } as unknown as CallInput<R>)
        },
        initialPageParam: null as string | null,
        getNextPageParam: (page: Parsed<R['response']>) => (page as ListPage).nextCursor,
        meta,
        ...freshness,
      }),
    /** Options for a change. The cache fetches again what the change makes outdated (page-queries.tsx). */
    mutationOptions: () =>
      mutationOptions({
        mutationFn: (input: CallInput<R>) => call(route, input),
        meta: { invalidates: route.invalidates },
      }),
  }
}
