import { infiniteQueryOptions } from '@tanstack/react-query'
import { listUsers } from '#shared/contract/admin-users.ts'
import { call } from '#web/lib/api/call.ts'

/** The accounts, newest first, a page at a time. */
export const usersQuery = (search: string) =>
  infiniteQueryOptions({
    queryKey: ['users', search],
    queryFn: ({ pageParam, signal }) =>
      call(listUsers, { query: { search, ...(pageParam && { cursor: pageParam }) }, signal }),
    initialPageParam: null as string | null,
    getNextPageParam: (page) => page.nextCursor,
    staleTime: 0,
    meta: { personal: true },
  })
