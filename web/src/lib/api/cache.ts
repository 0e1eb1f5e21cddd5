import type { QueryClient, QueryFilters } from '@tanstack/react-query'
import type { Route } from '#shared/contract/route.ts'

/** A list that was read page by page, as the cache stores it. */
type PagedList = { pages: { items: unknown[]; total?: number }[] }

/** Returns the first part of the keys of everything that was read through a route. */
export function routeKey(route: Route): [path: string] {
  return [route.path]
}

/** Refetches what the pages on screen show of some routes, and marks the rest as outdated until it is shown again. */
export async function invalidateRoutes(client: QueryClient, routes: readonly Route[]): Promise<void> {
  await Promise.all(routes.map((route) => refetchQueries(client, { queryKey: routeKey(route) })))
}

/** Does the same for chosen queries. */
export async function refetchQueries(client: QueryClient, queries: QueryFilters): Promise<void> {
  // A first answer still in flight may be older than the change, and would count as the refetch.
  await client.cancelQueries(queries)
  await client.invalidateQueries(queries)
}

/**
 * Puts the answer to a change into every list on screen that was read page by page, in place of loading their pages
 * again.
 * @param isSame true for the item of a list that was changed
 * @param changed how it is stored now; null when it was removed, and its row with it
 */
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
