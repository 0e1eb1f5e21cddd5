import type { InfiniteData } from '@tanstack/react-query'
import { listBlocked } from '#shared/contract/admin/security.ts'
import type { Parsed } from '#shared/contract/define-route.ts'
import { api } from '#web/lib/api/api.ts'

// Kept apart from the tab, since the dashboard counts the addresses before it is opened.

/** Newest first. */
export const blockedQuery = api(listBlocked).infiniteQueryOptions({ query: { limit: 100 } })

/** Returns the number of addresses: '3', or '100+' while not every page is loaded. */
export function blockedCount({ pages }: InfiniteData<Parsed<typeof listBlocked.response>>): string {
  const count = pages.reduce((sum, { items }) => sum + items.length, 0)
  return `${count}${pages.at(-1)?.nextCursor ? '+' : ''}`
}

/** '1 compte bloqué', '12 comptes bloqués', '100+ comptes bloqués' */
export function blockedText(count: string): string {
  return count === '0' || count === '1' ? `${count} compte bloqué` : `${count} comptes bloqués`
}
