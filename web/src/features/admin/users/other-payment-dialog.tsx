import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { addPayment } from '#shared/contract/admin/payments.ts'
import { getUser, listUsers } from '#shared/contract/admin/users.ts'
import { ReceivedPayment } from '#shared/entities/ledger-entry.ts'
import { paymentMeans } from '#shared/entities/payment-request.ts'
import type { UserView } from '#shared/entities/user.ts'
import { api, changeListed } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { decimalText, untilText } from '#web/lib/format.ts'
import { moroccanToday, useSettings } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { FormDialog } from '#web/ui/dialog-button.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { UNKNOWN_FAULT } from '../admin-texts.ts'
import { laterDay, orNone, TypedNumber } from './payment-form.tsx'

/** The fields of another payment; an empty day leaves Premium as it is. The server knows when one can be received. */
const otherPaymentForm = (today: string, lastDay: string | null) =>
  v.object({
    amount: v.pipe(TypedNumber, ReceivedPayment.entries.amount),
    means: ReceivedPayment.entries.means,
    reference: ReceivedPayment.entries.reference,
    receivedOn: ReceivedPayment.entries.receivedOn,
    until: v.optional(orNone(laterDay(today, lastDay)), ''),
  })

export function OtherPaymentDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const { id, email, isPremium, premiumLastDay } = user
  const [today] = useState(() => moroccanToday())
  // The same payment that is sent again after a lost answer is known by it.
  const [entryId] = useState(() => crypto.randomUUID())
  const settings = useSettings()
  const client = useQueryClient()
  const lastDay = isPremium ? premiumLastDay : null
  const isEndless = isPremium && premiumLastDay === null
  const schema = useMemo(() => otherPaymentForm(today, lastDay), [today, lastDay])
  const { mutate, isPending, error } = useMutation({
    ...api(addPayment).mutationOptions(),
    onSuccess: async () => {
      onClose()
      showToast({ kind: 'success', text: `${email} : paiement noté` })
      const stored = await call(getUser, { params: { id } })
      changeListed<UserView>(client, listUsers, (listed) => listed.id === id, stored)
    },
  })
  return (
    <FormDialog
      title="Autre paiement"
      intro={<p>{isPremium ? `${email} : Premium ${untilText(premiumLastDay)}.` : `${email} : Gratuit.`}</p>}
      schema={schema}
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
      <TextField
        label="Montant (DH)"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={decimalText(settings.priceDh)}
      />
      <SelectField label="Moyen de paiement" name="means" choices={paymentMeans(settings)} />
      <TextField label="Référence" name="reference" autoComplete="off" maxLength={120} />
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
