import { useMutation, useQueryClient } from '@tanstack/react-query'
import { decidePaymentRequest, listPaymentRequests } from '#shared/contract/admin/payment-requests.ts'
import type { Input } from '#shared/contract/route.ts'
import type { ManagedPaymentRequest } from '#shared/entities/payment-request.ts'
import { api } from '#web/lib/api/api.ts'
import { changeListed, invalidateRoutes } from '#web/lib/api/cache.ts'
import { refusalCodeOf } from '#web/lib/api/failure.ts'
import { formatCalendarDay } from '#web/lib/format/dates.ts'
import { showToast } from '#web/lib/toast.ts'
import { failureText, UNKNOWN_FAULT } from '../admin-texts.ts'

export type Decision = Omit<Input<typeof decidePaymentRequest.body>, 'updatedAt'>

/** "jusqu'au 10 juillet 2027", 'sans date de fin' */
export function untilText(lastDay: string | null): string {
  return lastDay === null ? 'sans date de fin' : `jusqu'au ${formatCalendarDay(lastDay)}`
}

/**
 * Decides about a request as it is shown. Where it was decided or corrected since then, the server's sentence is shown
 * and the list is loaded again.
 * @param onEnd called when nothing is left to decide about what is shown
 * @param onFailure receives why a decision failed that can be tried again
 */
export function useDecision(
  { id, updatedAt, number, email }: ManagedPaymentRequest,
  onEnd: () => void,
  onFailure: (text: string | null) => void,
) {
  const client = useQueryClient()
  const { mutate, isPending } = useMutation({
    ...api(decidePaymentRequest).mutationOptions(),
    onMutate: () => onFailure(null),
    onSuccess: (decided) => {
      onEnd()
      changeListed<ManagedPaymentRequest>(client, listPaymentRequests, (listed) => listed.id === id, null)
      const text =
        decided.status === 'approved'
          ? `${email} : Premium activé ${untilText(decided.premiumLastDay)}`
          : `Demande n° ${number} refusée`
      showToast({ kind: 'success', text })
    },
    onError: (error) => {
      const text = failureText(error, UNKNOWN_FAULT)
      const code = refusalCodeOf(error)
      if (code !== 'CONFLICT' && code !== 'NOT_FOUND') return onFailure(text)
      onEnd()
      showToast({ kind: 'error', text })
      void invalidateRoutes(client, decidePaymentRequest.invalidates)
    },
  })
  return {
    decide: (decision: Decision) => mutate({ params: { id }, body: { ...decision, updatedAt } }),
    isPending,
  }
}
