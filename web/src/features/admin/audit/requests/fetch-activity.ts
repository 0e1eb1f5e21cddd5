import { queryOptions } from '@tanstack/react-query'
import { listActivity } from '#shared/contract/admin-security.ts'
import { call } from '#web/lib/api/call.ts'

/** How much each administrator did. */
export const activityQuery = queryOptions({
  queryKey: ['activity'],
  queryFn: async ({ signal }) => (await call(listActivity, { signal })).items,
  staleTime: 0,
  meta: { personal: true },
})
