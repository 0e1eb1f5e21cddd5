import type { InfiniteData } from '@tanstack/react-query'
import { listBlocked } from '#shared/contract/admin/security.ts'
import type { Parsed } from '#shared/contract/route.ts'
import { api } from '#web/lib/api/api.ts'

// Apart from the tab, since the dashboard counts them before it is opened.

/** Newest first. */
export const blockedQuery = api(listBlocked).infiniteQueryOptions({ query: { limit: 100 } })

/** How many there are: '3', or '100+' while not every page is there. */
export function blockedCount({ pages }: InfiniteData<Parsed<typeof listBlocked.response>>): string {
  const count = pages.reduce((sum, { items }) => sum + items.length, 0)
  return `${count}${pages.at(-1)?.nextCursor ? '+' : ''}`
}
