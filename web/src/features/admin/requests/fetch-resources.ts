import { queryOptions } from '@tanstack/react-query'
import { listResources } from '#shared/contract/admin-resources.ts'
import { call } from '#web/lib/api/call.ts'

/** The first page of the resources. */
export const resourcesQuery = queryOptions({
  queryKey: ['resources'],
  queryFn: async ({ signal }) => (await call(listResources, { query: {}, signal })).items,
  staleTime: 0,
  meta: { personal: true },
})
