import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import * as v from 'valibot'
import { requiredText } from '#shared/entities/fields.ts'
import { MAX_REFUSAL_REASON, type ManagedPaymentRequest } from '#shared/entities/payment-request.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm, useWarningBeforeLeaving } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { TextField } from '#web/ui/field.tsx'
import { useDecision } from './request-dialogs.tsx'
import styles from './requests.module.css'

const HELD_MS = 10_000

/**
 * Holds a refusal back for ten seconds, in which it can be taken back, since the student reads it at once. An owner who
 * opens another page has decided: it is sent then. A failed one stays, to be sent again.
 */
export function useHeldRefusal(request: ManagedPaymentRequest) {
  const [reason, setReason] = useState<string | null>(null)
  const sending = useDecision(request, () => setReason(null))
  const held = useRef<{ send: () => void; timer: number } | null>(null)
  const release = () => {
    clearTimeout(held.current?.timer)
    held.current = null
  }
  useWarningBeforeLeaving(reason !== null)
  useEffect(
    () => () => {
      clearTimeout(held.current?.timer)
      held.current?.send()
    },
    [],
  )
  return {
    ...sending,
    reason,
    hold: (chosen: string) => {
      release()
      const send = () => {
        held.current = null
        sending.decide({ decision: 'refuse', reason: chosen })
      }
      held.current = { send, timer: window.setTimeout(send, HELD_MS) }
      setReason(chosen)
    },
    retry: () => reason !== null && sending.decide({ decision: 'refuse', reason }),
    cancel: () => {
      release()
      sending.reset()
      setReason(null)
    },
  }
}

/** The most frequent reasons of a refusal, as the student reads them. */
const REASONS = [
  'Nous ne trouvons pas ce paiement. Vérifiez la référence et la date.',
  'Le montant reçu est incomplet. Écrivez-nous pour le compléter.',
  'Le reçu est illisible ou incomplet. Envoyez une photo plus nette.',
  'Cette référence a déjà servi pour un autre paiement.',
]

const OTHER_ACCOUNT = 'Payé pour un autre compte.'

const refusalForm = v.object({ reason: requiredText(MAX_REFUSAL_REASON) })

type RefusalDialogProps = {
  request: ManagedPaymentRequest
  onChoose: (reason: string) => void
  onClose: () => void
}

/** Asks for the reason of a refusal. */
export function RefusalDialog({ request, onChoose, onClose }: RefusalDialogProps) {
  // A field would open the keyboard of a phone over the reasons.
  const [step, setStep] = useState<'reasons' | 'typing' | 'otherAccount'>('reasons')
  return (
    <Dialog title="Refuser la demande" onClose={onClose}>
      <p>{request.email} lira la raison choisie, et pourra corriger sa demande.</p>
      {step === 'typing' && (
        <CheckedForm
          schema={refusalForm}
          submit="Refuser"
          submitting="Refuser"
          danger
          startFocused
          isSubmitting={false}
          onSubmit={({ reason }) => onChoose(reason)}
        >
          <TextField label="Raison" name="reason" autoComplete="off" maxLength={MAX_REFUSAL_REASON} />
        </CheckedForm>
      )}
      {step === 'otherAccount' && <OtherAccount request={request} onChoose={onChoose} />}
      {step === 'reasons' && (
        <ul className={styles.reasons}>
          {REASONS.map((reason) => (
            <li key={reason}>
              <Button variant="secondary" onClick={() => onChoose(reason)}>
                {reason}
              </Button>
            </li>
          ))}
          <li>
            <Button variant="secondary" onClick={() => setStep('otherAccount')}>
              {OTHER_ACCOUNT}
            </Button>
          </li>
          <li>
            <Button variant="quiet" onClick={() => setStep('typing')}>
              Autre raison...
            </Button>
          </li>
        </ul>
      )}
    </Dialog>
  )
}

/**
 * Leads from a payment for another account to the account that has its Premium by mistake, from which it is moved, or to
 * the accounts, of which one gets it now.
 */
function OtherAccount({ request, onChoose }: Omit<RefusalDialogProps, 'onClose'>) {
  const { email, isPremium, sameReference } = request
  const paidFor = sameReference.find((other) => other.email !== null)?.email
  const holder = isPremium ? email : paidFor
  const choose = () => onChoose(OTHER_ACCOUNT)
  return (
    <>
      {holder ? (
        <p>
          Le Premium est-il sur le mauvais compte&nbsp;?{' '}
          <Link to={accountPath(holder)} onClick={choose}>
            Refuser et déplacer le Premium de {holder}
          </Link>
        </p>
      ) : (
        <p>
          Le bon compte n'a pas encore son Premium&nbsp;?{' '}
          <Link to="/admin" onClick={choose}>
            Refuser et activer le bon compte
          </Link>
        </p>
      )}
      <Button variant="danger" onClick={choose}>
        Refuser
      </Button>
    </>
  )
}

/** Returns the path of an account among the owners' users, where its Premium can be moved. */
export function accountPath(email: string): string {
  return `/admin?${new URLSearchParams({ q: email })}`
}
