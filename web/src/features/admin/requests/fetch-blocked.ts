import { queryOptions } from '@tanstack/react-query'
import { listBlocked } from '#shared/contract/admin-security.ts'
import { call } from '#web/lib/api/call.ts'

/** The blocked addresses. */
export const blockedQuery = queryOptions({
  queryKey: ['blocked'],
  queryFn: async ({ signal }) => (await call(listBlocked, { query: {}, signal })).items,
  staleTime: 0,
  meta: { personal: true },
})
