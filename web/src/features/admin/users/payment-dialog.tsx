import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { UserView } from '#shared/entities/user.ts'
import { moroccanToday } from '#web/lib/dates.ts'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { type Notice, NoticeArea, useNotice } from '#web/ui/notice.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { changePremium } from './change-premium.ts'
import { paymentForm, proposedEnd } from './payment-form.ts'
import type { PremiumInput } from './requests/set-premium.ts'
import { useListedUsers } from './use-listed-users.ts'

const MEANS = ['Virement bancaire', ...__SITE__.payment.agencies, 'Espèces', 'Autre']

type PaymentDialogProps = { user: UserView; onClose: () => void; onNotice: (notice: Notice) => void }

/** Until when Premium holds and what was paid for it; saving gives Premium to who has none. */
export function PaymentDialog({ user, onClose, onNotice }: PaymentDialogProps) {
  const { store } = useListedUsers()
  const [today] = useState(() => moroccanToday())
  const [schema] = useState(() => paymentForm(today))
  const [fault, setFault] = useNotice()
  const saving = useMutation({
    mutationFn: (change: PremiumInput) => changePremium(user, change),
    onMutate: () => setFault(null),
    onSuccess: ({ stored, notice }) => {
      if (stored) store(stored)
      if (notice.kind === 'error') return setFault(notice)
      onClose()
      onNotice(notice)
    },
  })
  const close = () => {
    // An answer under way decides what is told.
    if (!saving.isPending) onClose()
  }
  const { payment } = user
  const means = payment && !MEANS.includes(payment.means) ? [payment.means, ...MEANS] : MEANS

  return (
    <Dialog title="Paiement" onClose={close}>
      <Stack>
        <p>
          {user.isPremium
            ? `${user.email} a l'accès Premium.`
            : `${user.email} recevra l'accès Premium à l'enregistrement.`}
        </p>
        <CheckedForm
          schema={schema}
          submit="Enregistrer"
          submitting="Enregistrement en cours..."
          isSubmitting={saving.isPending}
          onSubmit={(change) => saving.mutate(change)}
          message={<NoticeArea notice={fault} />}
        >
          {(faults) => (
            <>
              <TextField
                label="Date de fin"
                name="until"
                type="date"
                min={today}
                defaultValue={proposedEnd(user, __SITE__.premiumValidUntil, today)}
                hint="Dernier jour d'accès. Laissez vide pour un accès sans date de fin."
                error={faults.until}
              />
              <TextField
                label="Montant (DH)"
                name="amount"
                inputMode="decimal"
                autoComplete="off"
                defaultValue={payment?.amount ?? (user.isPremium ? '' : __SITE__.priceDh)}
                hint="Laissez vide si rien n'a été payé."
                error={faults.amount}
              />
              <SelectField
                label="Moyen de paiement"
                name="means"
                defaultValue={payment?.means ?? MEANS[0]}
                error={faults.means}
              >
                {means.map((name) => (
                  <option key={name}>{name}</option>
                ))}
              </SelectField>
              <TextField
                label="Référence"
                name="reference"
                autoComplete="off"
                maxLength={120}
                defaultValue={payment?.reference ?? ''}
                hint="Numéro du virement ou du reçu, si vous l'avez."
                error={faults.reference}
              />
            </>
          )}
        </CheckedForm>
      </Stack>
    </Dialog>
  )
}
