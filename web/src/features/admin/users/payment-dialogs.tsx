import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import * as v from 'valibot'
import { addPayment } from '#shared/contract/admin/payments.ts'
import { getUser } from '#shared/contract/admin/users.ts'
import { ReceivedPayment } from '#shared/entities/ledger-entry.ts'
import { paymentMeans } from '#shared/entities/payment-request.ts'
import type { UserView } from '#shared/entities/user.ts'
import { api } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { decimalText, untilText } from '#web/lib/format.ts'
import { moroccanToday, useIsOfferOver, useSettings } from '#web/lib/settings.ts'
import { showToast, type Toast } from '#web/lib/shared-value.ts'
import { FormDialog } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Alert } from '#web/ui/status.tsx'
import { UNKNOWN_FAULT } from '../admin-texts.ts'
import { LastDayField, laterDay, orNone, paymentForm, proposedEnd, TypedNumber } from './payment-form.tsx'
import { usePremiumChange, useRowChange } from './premium-change.ts'

type DialogProps = { user: UserView; onClose: () => void }

export function PaymentDialog({ user, onClose }: DialogProps) {
  const { email, isPremium, premiumLastDay, heldDh, payment } = user
  const [today] = useState(() => moroccanToday())
  const { priceDh, premiumValidUntil } = useSettings()
  const isEndNeeded = useIsOfferOver() && !(isPremium && premiumLastDay === null)
  const [fault, setFault] = useState<Toast | null>(null)
  const saving = usePremiumChange(user, (result) => {
    if (result?.kind !== 'success') return setFault(result)
    onClose()
    showToast(result)
  })
  return (
    <FormDialog
      title="Paiement"
      intro={
        <p>
          {isPremium ? `${email} a l'accès Premium.` : `${email} recevra l'accès Premium à l'enregistrement.`}
          {heldDh > 0 &&
            ' Un autre montant, moyen ou numéro est un paiement de plus\u00a0; pour corriger le premier, annulez sa ligne dans Paiements.'}
        </p>
      }
      schema={paymentForm(today, isEndNeeded)}
      submit="Enregistrer"
      submitting="Enregistrement en cours..."
      isSubmitting={saving.isPending}
      message={fault && <Alert kind="error">{fault.text}</Alert>}
      onSubmit={saving.change}
      onClose={onClose}
    >
      <LastDayField
        today={today}
        isEndNeeded={isEndNeeded}
        defaultValue={proposedEnd(user, premiumValidUntil, today)}
      />
      <PaymentFields
        payment={payment}
        amount={payment?.amount ?? (isPremium ? undefined : priceDh)}
        amountHint="Laissez vide si rien n'a été payé."
        referenceHint="Numéro du virement ou du reçu, si vous l'avez."
      />
    </FormDialog>
  )
}

type PaymentFieldsProps = {
  /** The payment to correct. */
  payment?: UserView['payment']
  amount: number | undefined
  amountHint?: string
  referenceHint?: string
}

function PaymentFields({ payment = null, amount, amountHint, referenceHint }: PaymentFieldsProps) {
  const usual = paymentMeans(useSettings())
  return (
    <>
      <TextField
        label="Montant (DH)"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={amount === undefined ? '' : decimalText(amount)}
        hint={amountHint}
      />
      <SelectField
        label="Moyen de paiement"
        name="means"
        defaultValue={payment?.means ?? usual[0]}
        choices={payment && !usual.includes(payment.means) ? [payment.means, ...usual] : usual}
      />
      <TextField
        label="Référence"
        name="reference"
        autoComplete="off"
        maxLength={120}
        defaultValue={payment?.reference ?? ''}
        hint={referenceHint}
      />
    </>
  )
}

/** The fields of another payment; an empty day leaves Premium as it is. The server knows when one can be received. */
const otherPaymentForm = (today: string, lastDay: string | null) =>
  v.object({
    ...v.pick(ReceivedPayment, ['means', 'reference', 'receivedOn']).entries,
    amount: v.pipe(TypedNumber, ReceivedPayment.entries.amount),
    until: v.optional(orNone(laterDay(today, lastDay)), ''),
  })

/** Notes a payment beside the first one, which may lengthen Premium. */
export function OtherPaymentDialog({ user: { id, email, isPremium, premiumLastDay }, onClose }: DialogProps) {
  const [today] = useState(() => moroccanToday())
  // The same payment that is sent again after a lost answer is known by it.
  const [entryId] = useState(() => crypto.randomUUID())
  const { priceDh } = useSettings()
  const changeRow = useRowChange()
  const lastDay = isPremium ? premiumLastDay : null
  const isEndless = isPremium && premiumLastDay === null
  const { mutate, isPending, error } = useMutation({
    ...api(addPayment).mutationOptions(),
    onSuccess: async () => {
      onClose()
      showToast({ kind: 'success', text: `${email}\u00a0: paiement noté` })
      changeRow(id, await call(getUser, { params: { id } }))
    },
  })
  return (
    <FormDialog
      title="Autre paiement"
      intro={
        <p>
          {isPremium ? `${email}\u00a0: Premium ${untilText(premiumLastDay)}.` : `${email}\u00a0: Gratuit.`}
        </p>
      }
      schema={otherPaymentForm(today, lastDay)}
      submit="Noter le paiement"
      submitting="Enregistrement en cours..."
      isSubmitting={isPending}
      refusal={error}
      message={<Failure of={error} text={UNKNOWN_FAULT} />}
      onSubmit={({ until, ...payment }) =>
        mutate({ params: { id }, body: { entryId, ...payment, ...(until !== null && { until }) } })
      }
      onClose={onClose}
    >
      <PaymentFields amount={priceDh} />
      <TextField label="Reçu le" name="receivedOn" type="date" max={today} defaultValue={today} />
      {!isEndless && (
        <TextField
          label={isPremium ? "Prolonger jusqu'au" : "Premium jusqu'au"}
          name="until"
          type="date"
          min={lastDay ?? today}
          hint={`Laissez vide pour ${isPremium ? 'ne pas changer la fin du Premium' : 'laisser le compte Gratuit'}.`}
        />
      )}
    </FormDialog>
  )
}
