import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { listOwnPaymentRequests } from '#shared/contract/payment-requests.ts'
import type { Profile } from '#shared/entities/user.ts'
import { api } from '#web/lib/api/api.ts'

/**
 * Returns the account's payments, newest first; refetched when its profile names another open request, or none any
 * more.
 */
export function useOwnRequests({ openPaymentRequest }: Profile) {
  const requests = useQuery(api(listOwnPaymentRequests).queryOptions({}))
  const { refetch, data } = requests
  const named = openPaymentRequest?.id
  const listed = data?.items.find(({ status }) => status === 'pending')?.id
  const isOutdated = data !== undefined && named !== listed
  useEffect(() => {
    if (isOutdated) void refetch()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once for each request that is named
  }, [named, isOutdated, refetch])
  return requests
}
