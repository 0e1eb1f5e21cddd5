import type { InfiniteData } from '@tanstack/react-query'
import { listPaymentRequests } from '#shared/contract/admin/payment-requests.ts'
import type { Parsed } from '#shared/contract/route.ts'
import { api } from '#web/lib/api/api.ts'

// Kept apart from the page, since the dashboard counts them before it is opened.

/** The requests that wait, for their number alone. */
export const pendingRequestsQuery = api(listPaymentRequests).infiniteQueryOptions({ query: { limit: 1 } })

/** Returns the number of requests in a list. */
export function requestTotal({ pages }: InfiniteData<Parsed<typeof listPaymentRequests.response>>): number {
  return pages[0]?.total ?? 0
}
