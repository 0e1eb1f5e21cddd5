import {
  infiniteQueryOptions,
  mutationOptions,
  type QueryClient,
  type QueryFilters,
  queryOptions,
} from '@tanstack/react-query'
import type * as catalogue from '#shared/contract/catalogue.ts'
import type { Parsed, Route } from '#shared/contract/define-route.ts'
import type * as details from '#shared/contract/subject-details.ts'
import { type CallInput, call } from './call.ts'

export type QueryInput<R extends Route> = Omit<CallInput<R>, 'signal'>
/** TanStack Query's options for a route. It is a function, so that a page loads the schemas of no other route. */
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
    infiniteQueryOptions: (input: QueryInput<R>) =>
      infiniteQueryOptions({
        queryKey: [...routeKey(route), input],
        queryFn: ({ pageParam, signal }) => {
          const query = { ...(input.query as object), ...(pageParam !== null && { cursor: pageParam }) }
          return call(route, { ...input, query, signal } as unknown as CallInput<R>)
        },
        initialPageParam: null as string | null,
        getNextPageParam: (page: Parsed<R['response']>) => (page as { nextCursor: string | null }).nextCursor,
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

type PagedList = { pages: { items: unknown[]; total?: number }[] }

export function routeKey(route: Route): [path: string] {
  return [route.path]
}

/** Refetches what the pages on screen show of some routes, and marks the rest as outdated until it is shown again. */
export async function invalidateRoutes(client: QueryClient, routes: readonly Route[]): Promise<void> {
  await Promise.all(routes.map((route) => refetchQueries(client, { queryKey: routeKey(route) })))
}

export async function refetchQueries(client: QueryClient, queries: QueryFilters): Promise<void> {
  // A first answer still in flight may be older than the change, and would count as the refetch.
  await client.cancelQueries(queries)
  await client.invalidateQueries(queries)
}

/** Changes a row of every list on screen that was read page by page; null removes it. */
export function changeListed<Item>(
  client: QueryClient,
  list: Route,
  isSame: (item: Item) => boolean,
  changed: Item | null,
): void {
  client.setQueriesData<PagedList>({ queryKey: routeKey(list) }, (data) => {
    if (!data?.pages.some(({ items }) => (items as Item[]).some(isSame))) return data
    const pages = data.pages.map((page) => {
      const items = (page.items as Item[]).flatMap((item) => (isSame(item) ? (changed ?? []) : item))
      const total = page.total !== undefined && changed === null ? { total: page.total - 1 } : {}
      return { ...page, items, ...total }
    })
    return { ...data, pages }
  })
}

/** True when the cache holds an answer that came with the page. */
export function isSeeded(client: QueryClient, queryKey: readonly unknown[]): boolean {
  const state = client.getQueryState(queryKey)
  return state?.data !== undefined && state.dataUpdatedAt === 0
}

// The contract's public lists without their schemas, which would be a tenth of what a visitor loads beside React: the
// server has checked these answers, and a page only shows them.

export const listSubjects = unchecked<typeof catalogue.listSubjects>('/api/subjects')
export const getSubject = unchecked<typeof details.getSubject>('/api/subjects/{id}')
export const listExercises = unchecked<typeof details.listExercises>('/api/exercises')
export const getChapter = unchecked<typeof catalogue.getChapter>('/api/chapters/{track}/{theme}/{chapter}')
export const listVideos = unchecked<typeof catalogue.listVideos>('/api/videos')

function unchecked<R extends Route>(path: R['path']): R {
  const response = { '~standard': { validate: (value: unknown) => ({ value }) } }
  const called = { method: 'GET', path, access: 'public', csv: [], response }
  return called as unknown as R
}
