import { infiniteQueryOptions } from '@tanstack/react-query'
import { listAudit } from '#shared/contract/admin-security.ts'
import { call } from '#web/lib/api/call.ts'

/** The audit log, newest first, 50 at a time. */
export const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  queryFn: ({ pageParam, signal }) =>
    call(listAudit, { query: pageParam ? { cursor: pageParam } : {}, signal }),
  initialPageParam: null as string | null,
  getNextPageParam: (page) => page.nextCursor,
  staleTime: 0,
  meta: { personal: true },
})
