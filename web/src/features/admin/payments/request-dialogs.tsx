import { useMemo, useState } from 'react'
import * as v from 'valibot'
import { requiredText } from '#shared/entities/fields.ts'
import {
  MAX_REFUSAL_REASON,
  type ManagedPaymentRequest,
  PaymentRequestInput,
} from '#shared/entities/payment-request.ts'
import { moroccanToday, useIsOfferOver } from '#web/lib/settings.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Stack } from '#web/ui/stack.tsx'
import { lastDayField, TypedNumber } from '../users/payment-form.ts'
import styles from './requests.module.css'
import { useDecision } from './use-decision.ts'

type DialogProps = { request: ManagedPaymentRequest; onClose: () => void }

/** The decision of a dialog, which closes when there is nothing left to decide. */
function useDialogDecision({ request, onClose }: DialogProps) {
  const [fault, setFault] = useState<string | null>(null)
  const { decide, isPending } = useDecision(request, onClose, setFault)
  const message = fault !== null && (
    <Alert kind="error">
      <p>{fault}</p>
    </Alert>
  )
  // The dialog must stay open to show the answer.
  return { decide, isPending, message, close: () => !isPending && onClose() }
}

/** Asks for the last day of Premium and the amount received, where they differ from the offer or no offer says them. */
export function ApprovalDialog({
  lastDay,
  ...props
}: DialogProps & {
  /** The proposed one; empty: none. */
  lastDay: string
}) {
  const { request } = props
  const [today] = useState(() => moroccanToday())
  const isEndNeeded = useIsOfferOver()
  const schema = useMemo(
    () =>
      v.object({
        until: lastDayField(today, isEndNeeded),
        amountDh: v.pipe(TypedNumber, PaymentRequestInput.entries.amountDh),
      }),
    [today, isEndNeeded],
  )
  const { decide, isPending, message, close } = useDialogDecision(props)
  return (
    <Dialog title="Activer le Premium" onClose={close}>
      <Stack>
        <p>{request.email}</p>
        <CheckedForm
          schema={schema}
          submit="Activer"
          submitting="Activation en cours..."
          isSubmitting={isPending}
          onSubmit={(values) => decide({ decision: 'approve', ...values })}
          message={message}
        >
          <TextField
            label="Date de fin"
            name="until"
            type="date"
            min={today}
            defaultValue={lastDay}
            required={isEndNeeded}
            hint={
              isEndNeeded
                ? "Dernier jour d'accès. L'offre est terminée : indiquez-le."
                : "Dernier jour d'accès. Laissez vide pour un accès sans date de fin."
            }
          />
          <TextField
            label="Montant reçu (DH)"
            name="amountDh"
            inputMode="decimal"
            autoComplete="off"
            defaultValue={request.amountDh}
          />
        </CheckedForm>
      </Stack>
    </Dialog>
  )
}

/** The most frequent reasons of a refusal, as the student reads them. */
const REASONS = [
  'Nous ne trouvons pas ce paiement. Vérifiez la référence et la date.',
  'Le montant reçu est incomplet. Écrivez-nous pour le compléter.',
  'Le reçu est illisible ou incomplet. Envoyez une photo plus nette.',
  'Cette référence a déjà servi pour un autre paiement.',
]

const refusalForm = v.object({ reason: requiredText(MAX_REFUSAL_REASON) })

/** Refuses with a reason: one of the usual ones by one tap, or another one. */
export function RefusalDialog(props: DialogProps) {
  const { decide, isPending, message, close } = useDialogDecision(props)
  // A field would open the keyboard of a phone over the reasons.
  const [isTyping, setTyping] = useState(false)
  const refuse = (reason: string) => decide({ decision: 'refuse', reason })
  return (
    <Dialog title="Refuser la demande" onClose={close}>
      <Stack>
        <p>{props.request.email} lira la raison choisie, et pourra corriger sa demande.</p>
        {isTyping ? (
          <CheckedForm
            schema={refusalForm}
            submit="Refuser"
            submitting="Refus en cours..."
            danger
            startFocused
            isSubmitting={isPending}
            onSubmit={({ reason }) => refuse(reason)}
            message={message}
          >
            <TextField label="Raison" name="reason" autoComplete="off" maxLength={MAX_REFUSAL_REASON} />
          </CheckedForm>
        ) : (
          <>
            <ul className={styles.reasons}>
              {REASONS.map((reason) => (
                <li key={reason}>
                  <Button variant="secondary" disabled={isPending} onClick={() => refuse(reason)}>
                    {reason}
                  </Button>
                </li>
              ))}
              <li>
                <Button variant="quiet" disabled={isPending} onClick={() => setTyping(true)}>
                  Autre raison...
                </Button>
              </li>
            </ul>
            <p role="status">{isPending && 'Refus en cours...'}</p>
            {message}
          </>
        )}
      </Stack>
    </Dialog>
  )
}
