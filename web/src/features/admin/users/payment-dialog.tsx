import { useMemo, useState } from 'react'
import { paymentMeans } from '#shared/entities/payment-request.ts'
import type { UserView } from '#shared/entities/user.ts'
import { decimalText } from '#web/lib/format.ts'
import { moroccanToday, useIsOfferOver, useSettings } from '#web/lib/settings.ts'
import { showToast, type Toast } from '#web/lib/shared-value.ts'
import { FormDialog } from '#web/ui/dialog-button.tsx'
import { SelectField, TextField } from '#web/ui/field.tsx'
import { Alert } from '#web/ui/status.tsx'
import { LastDayField, paymentForm, proposedEnd } from './payment-form.tsx'
import { usePremiumChange } from './premium-change.ts'

export function PaymentDialog({ user, onClose }: { user: UserView; onClose: () => void }) {
  const [today] = useState(() => moroccanToday())
  const settings = useSettings()
  const isEndNeeded = useIsOfferOver() && !(user.isPremium && user.premiumLastDay === null)
  const schema = useMemo(() => paymentForm(today, isEndNeeded), [today, isEndNeeded])
  const [fault, setFault] = useState<Toast | null>(null)
  const saving = usePremiumChange(user, (result) => {
    if (result?.kind !== 'success') return setFault(result)
    onClose()
    showToast(result)
  })
  const { payment } = user
  const amount = payment?.amount ?? (user.isPremium ? undefined : settings.priceDh)
  const usual = paymentMeans(settings)
  const means = payment && !usual.includes(payment.means) ? [payment.means, ...usual] : usual
  return (
    <FormDialog
      title="Paiement"
      intro={
        <p>
          {user.isPremium
            ? `${user.email} a l'accès Premium.`
            : `${user.email} recevra l'accès Premium à l'enregistrement.`}
          {user.heldDh > 0 &&
            ' Un autre montant, moyen ou numéro est un paiement de plus ; pour corriger le premier, annulez sa ligne dans Paiements.'}
        </p>
      }
      schema={schema}
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
        defaultValue={proposedEnd(user, settings.premiumValidUntil, today)}
      />
      <TextField
        label="Montant (DH)"
        name="amount"
        inputMode="decimal"
        autoComplete="off"
        defaultValue={amount === undefined ? '' : decimalText(amount)}
        hint="Laissez vide si rien n'a été payé."
      />
      <SelectField
        label="Moyen de paiement"
        name="means"
        defaultValue={payment?.means ?? usual[0]}
        choices={means}
      />
      <TextField
        label="Référence"
        name="reference"
        autoComplete="off"
        maxLength={120}
        defaultValue={payment?.reference ?? ''}
        hint="Numéro du virement ou du reçu, si vous l'avez."
      />
    </FormDialog>
  )
}
