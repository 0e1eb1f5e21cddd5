import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { decidePaymentRequest, listPaymentRequests } from '#shared/contract/admin/payments.ts'
import type { Input } from '#shared/contract/route.ts'
import { type ManagedPaymentRequest, PaymentRequestInput } from '#shared/entities/payment-request.ts'
import { api, changeListed, invalidateRoutes } from '#web/lib/api/api.ts'
import { failureText, refusalCodeOf } from '#web/lib/api/failure.ts'
import { decimalText, untilText } from '#web/lib/format.ts'
import { moroccanToday, useIsOfferOver } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { FormDialog } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { UNKNOWN_FAULT } from '../admin-texts.ts'
import { LastDayField, lastDayField, TypedNumber } from '../users/payment-form.tsx'

type Decision = Omit<Input<typeof decidePaymentRequest.body>, 'updatedAt'>

/**
 * Decides about a request as it is shown. Where it was decided or corrected since then, the server's sentence is shown
 * and the list is loaded again.
 * @param onEnd called when nothing is left to decide about what is shown
 * @param onFailure called when a decision failed that can be tried again
 */
export function useDecision(
  { id, updatedAt, number, email, isPremium, premiumLastDay }: ManagedPaymentRequest,
  onEnd: () => void,
  onFailure?: (text: string) => void,
) {
  const client = useQueryClient()
  const { mutate, isPending, error, reset } = useMutation({
    ...api(decidePaymentRequest).mutationOptions(),
    onMutate: () => showToast(null),
    onSuccess: (decided) => {
      onEnd()
      changeListed<ManagedPaymentRequest>(client, listPaymentRequests, (listed) => listed.id === id, null)
      const isSameEnd = isPremium && decided.premiumLastDay === premiumLastDay
      const approved = isSameEnd ? 'paiement noté' : `Premium activé ${untilText(decided.premiumLastDay)}`
      const text = decided.status === 'approved' ? `${email} : ${approved}` : `Demande n° ${number} refusée`
      showToast({ kind: 'success', text })
    },
    onError: (failure) => {
      const text = failureText(failure, UNKNOWN_FAULT)
      const code = refusalCodeOf(failure)
      if (code !== 'CONFLICT' && code !== 'NOT_FOUND') return onFailure?.(text)
      onEnd()
      showToast({ kind: 'error', text })
      void invalidateRoutes(client, decidePaymentRequest.invalidates)
    },
  })
  return {
    decide: (decision: Decision) => mutate({ params: { id }, body: { ...decision, updatedAt } }),
    isPending,
    isError: error !== null,
    reset,
    message: <Failure of={error} text={UNKNOWN_FAULT} />,
  }
}

type DialogProps = { request: ManagedPaymentRequest; onClose: () => void }

/** Asks for the last day of Premium and the amount received, where they differ from the offer or no offer says them. */
export function ApprovalDialog({
  request,
  lastDay,
  onClose,
}: DialogProps & {
  /** The proposed one; empty: none. */
  lastDay: string
}) {
  const [today] = useState(() => moroccanToday())
  const isEndNeeded = useIsOfferOver()
  const current = request.isPremium ? request.premiumLastDay : null
  const schema = useMemo(
    () =>
      v.object({
        until: lastDayField(today, isEndNeeded, current),
        amountDh: v.pipe(TypedNumber, PaymentRequestInput.entries.amountDh),
      }),
    [today, isEndNeeded, current],
  )
  const { decide, isPending, message } = useDecision(request, onClose)
  return (
    <FormDialog
      title={request.isPremium ? 'Prolonger le Premium' : 'Activer le Premium'}
      intro={<p>{request.email}</p>}
      schema={schema}
      submit={request.isPremium ? 'Prolonger' : 'Activer'}
      submitting="Activation en cours..."
      isSubmitting={isPending}
      message={message}
      onSubmit={(values) => decide({ decision: 'approve', ...values })}
      onClose={onClose}
    >
      <LastDayField today={today} isEndNeeded={isEndNeeded} defaultValue={lastDay} />
      <TextField
        label="Montant reçu (DH)"
        name="amountDh"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={decimalText(request.amountDh)}
      />
    </FormDialog>
  )
}
