import { useInfiniteQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { listPaymentRequests } from '#shared/contract/admin/payment-requests.ts'
import { api } from '#web/lib/api/api.ts'
import { counted } from '../admin-texts.ts'

/** Links the payments that no owner has decided about, which are not in the sums. Nothing where there are none. */
export function PendingRequests() {
  const requests = useInfiniteQuery(api(listPaymentRequests).infiniteQueryOptions({ query: { limit: 1 } }))
  const total = requests.data?.pages[0]?.total ?? 0
  if (total === 0) return null
  return (
    <p>
      <Link to="/admin/demandes">{counted(total, 'demande')} en attente</Link>, qui ne{' '}
      {total === 1 ? 'figure' : 'figurent'} pas dans ces sommes.
    </p>
  )
}
