import { queryOptions } from '@tanstack/react-query'
import { diagnoseSession } from '#shared/contract/admin-users.ts'
import { call } from '#web/lib/api/call.ts'

/** What an account's session looks like to the server, asked anew each time. */
export const sessionQuery = (id: string) =>
  queryOptions({
    queryKey: ['user-session', id],
    queryFn: ({ signal }) => call(diagnoseSession, { params: { id }, signal }),
    staleTime: 0,
    gcTime: 0,
    meta: { personal: true },
  })
