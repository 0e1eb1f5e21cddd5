import { infiniteQueryOptions } from '@tanstack/react-query'
import { listResources } from '#shared/contract/admin-resources.ts'
import { call } from '#web/lib/api/call.ts'

/** The resources that a search finds, page by page. */
export function resourcesQuery(search: string) {
  return infiniteQueryOptions({
    queryKey: ['resources', search],
    queryFn: ({ pageParam, signal }) =>
      call(listResources, { query: { search, cursor: pageParam ?? undefined }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    staleTime: 0,
    meta: { personal: true },
  })
}
