import { queryOptions } from '@tanstack/react-query'
import { getOverview } from '#shared/contract/admin-overview.ts'
import { call } from '#web/lib/api/call.ts'

/** The live figures. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: ({ signal }) => call(getOverview, { signal }),
  staleTime: 0,
  meta: { personal: true },
})
