import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import * as v from 'valibot'
import {
  paymentRequestFieldLabels as labels,
  type OwnPaymentRequest,
  PaymentRequestInput,
  paymentMeans,
} from '#shared/entities/payment-request.ts'
import { numberIn } from '#shared/entities/plain-digits.ts'
import type { Settings } from '#shared/entities/settings.ts'
import { reasonOf } from '#web/lib/api/failure.ts'
import { useProfile } from '#web/lib/auth/auth-state.ts'
import { decimalText, untilText } from '#web/lib/format.ts'
import { moroccanToday, useSettings } from '#web/lib/settings.ts'
import { CancelButton } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { CheckedForm, useWarningBeforeLeaving } from '#web/ui/checked-form.tsx'
import { SelectField, TextArea, TextField } from '#web/ui/field.tsx'
import { Alert } from '#web/ui/status.tsx'
import { prolongsPremium } from './offer-card.tsx'
import styles from './payment-form.module.css'
import { CopyButton } from './payment-means.tsx'
import { ReceiptField, type ReceiptPicture } from './receipt-field.tsx'
import { keepDraft, readDraft, showRequest, type Typed, usePaymentSending } from './send-payment.ts'

const Form = v.object({
  ...PaymentRequestInput.entries,
  amountDh: v.pipe(v.string(), v.transform(numberIn), PaymentRequestInput.entries.amountDh),
})

const WAITING =
  "Pas de réseau pour le moment\u00a0: votre demande partira dès qu'il revient. Gardez le site ouvert."

type PaymentFormProps = {
  account: string
  /** The request that is corrected while it waits, or made again after it was refused. */
  earlier: OwnPaymentRequest | undefined
}

export function PaymentForm({ account, earlier }: PaymentFormProps) {
  // As the form was opened: once it is sent, the list names a request that waits.
  const [before] = useState(earlier)
  const settings = useSettings()
  const profile = useProfile()
  const addsNoDay = profile?.isPremium === true && !prolongsPremium(profile, settings)
  const navigate = useNavigate()
  const sending = usePaymentSending()
  const isWaiting = sending.isPending && (sending.isPaused || sending.failureCount > 0)
  const failure = sending.error && (reasonOf(sending.error) ?? "La demande n'a pas pu être envoyée.")
  const trouble = isWaiting ? WAITING : failure
  const [picture, setPicture] = useState<ReceiptPicture | null>(null)
  const correctedId = before?.status === 'pending' ? before.id : null
  const owner = { account, request: correctedId }
  const means = paymentMeans(settings)
  const [initial] = useState(() => readDraft(owner) ?? typedFrom(before, settings.priceDh))
  const [chosen, setChosen] = useState(means.includes(initial.means) ? initial.means : (means[0] as string))
  const heading = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    const focus = () => heading.current?.focus()
    // A dialog over the page, such as the question about the track, holds the focus until it closes.
    const dialog = document.querySelector('dialog[open]')
    if (dialog) dialog.addEventListener('close', focus, { once: true })
    else focus()
  }, [])
  useWarningBeforeLeaving(sending.isPending)

  const leave = () => void navigate('/premium', { replace: true })
  const keep = ({ target }: FormEvent) => {
    const { form } = target as HTMLInputElement
    if (form) keepDraft(owner, form)
  }
  return (
    <Card>
      <h2 ref={heading} tabIndex={-1}>
        {before === undefined ? "J'ai payé" : 'Corriger ma demande'}
      </h2>
      {addsNoDay && (
        <Alert kind="info">
          Votre accès est déjà ouvert {untilText(profile.premiumLastDay)} : ce paiement n'y ajoute aucun jour.
        </Alert>
      )}
      <div onInput={keep} className={styles.form}>
        <CheckedForm
          schema={Form}
          submit={correctedId === null ? 'Envoyer ma demande' : 'Enregistrer la correction'}
          submitting="Envoi en cours..."
          isSubmitting={sending.isPending}
          refusal={sending.error}
          onSubmit={(input) =>
            sending.mutate(
              { account, correctedId, input, picture: picture?.file ?? null },
              {
                onSuccess: ({ request }) => {
                  showRequest(request)
                  leave()
                },
              },
            )
          }
          message={trouble && <Alert kind="error">{trouble}</Alert>}
          after={<CancelButton variant="link" onClick={leave} />}
        >
          <SelectField
            label={labels.means}
            name="means"
            value={chosen}
            choices={means}
            onChange={({ target }) => setChosen(target.value)}
          />
          <MeansHelp means={chosen} />
          <TextField
            label={labels.reference}
            name="reference"
            hint={referenceHint(chosen, settings.payment)}
            defaultValue={initial.reference}
            maxLength={120}
            autoComplete="off"
          />
          <TextField
            label={labels.amountDh}
            name="amountDh"
            inputMode="decimal"
            defaultValue={initial.amountDh}
            autoComplete="off"
          />
          <TextField
            label={labels.paidOn}
            name="paidOn"
            type="date"
            max={moroccanToday()}
            defaultValue={initial.paidOn}
          />
          <ReceiptField
            picture={picture}
            hasReceipt={correctedId !== null && (before?.hasReceipt ?? false)}
            onChange={setPicture}
          />
          <TextArea
            label={`${labels.note} (facultatif)`}
            name="note"
            rows={2}
            maxLength={500}
            defaultValue={initial.note}
          />
        </CheckedForm>
      </div>
    </Card>
  )
}

/** Returns the first content of the fields: an earlier request, or the price, paid today. */
function typedFrom(before: OwnPaymentRequest | undefined, priceDh: number): Typed {
  const first = { means: '', reference: '', amountDh: priceDh, paidOn: moroccanToday(), note: '' }
  const { means, reference, amountDh, paidOn, note } = before ?? first
  return { means, reference, amountDh: decimalText(amountDh), paidOn, note }
}

function MeansHelp({ means }: { means: string }) {
  const { bank, agencies } = useSettings().payment
  if (means === 'Virement bancaire')
    return (
      <div className={styles.help}>
        <p>
          {bank.name}, au nom de {bank.holder}
        </p>
        <p className={styles.account}>{bank.account}</p>
        <CopyButton what="numéro de compte" text={bank.account} />
      </div>
    )
  if (agencies.includes(means))
    return (
      <div className={styles.help}>
        <p>
          Dans une agence {means}, au nom de {bank.holder}
        </p>
      </div>
    )
  return null
}

function referenceHint(means: string, { agencies }: Settings['payment']): string {
  if (means === 'Virement bancaire')
    return "La référence de l'avis de virement, ou le nom du titulaire du compte."
  if (agencies.includes(means)) return 'Le code du transfert, écrit sur le reçu.'
  return 'Le nom de la personne qui a payé.'
}
