import { type InfiniteData, infiniteQueryOptions } from '@tanstack/react-query'
import { listBlocked } from '#shared/contract/admin-security.ts'
import type { BlockedEmail } from '#shared/entities/blocked-email.ts'
import { call } from '#web/lib/api/call.ts'

type BlockedPage = { items: BlockedEmail[]; nextCursor: string | null }

const PAGE = 100

/** The blocked addresses, newest first. */
export const blockedQuery = infiniteQueryOptions({
  queryKey: ['blocked'],
  queryFn: ({ pageParam, signal }) =>
    call(listBlocked, { query: { limit: PAGE, ...(pageParam && { cursor: pageParam }) }, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  staleTime: 0,
  meta: { personal: true },
})

/** How many there are: '3', or '100+' while not every page is there. */
export function blockedCount({ pages }: InfiniteData<BlockedPage>): string {
  const count = pages.reduce((sum, { items }) => sum + items.length, 0)
  return `${count}${pages.at(-1)?.nextCursor ? '+' : ''}`
}
