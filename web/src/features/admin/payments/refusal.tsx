import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import * as v from 'valibot'
import { decidePaymentRequest, listPaymentRequests } from '#shared/contract/admin/payments.ts'
import type { Input } from '#shared/contract/define-route.ts'
import { requiredText } from '#shared/entities/fields.ts'
import { MAX_REFUSAL_REASON, type ManagedPaymentRequest } from '#shared/entities/payment-request.ts'
import { api, changeListed, invalidateRoutes } from '#web/lib/api/api.ts'
import { failureText, refusalCodeOf } from '#web/lib/api/failure.ts'
import { untilText } from '#web/lib/format.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { Button } from '#web/ui/button.tsx'
import { CheckedForm, useWarningBeforeLeaving } from '#web/ui/checked-form.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Failure } from '#web/ui/failure.tsx'
import { TextField } from '#web/ui/field.tsx'
import { accountPath, UNKNOWN_FAULT } from '../admin-texts.ts'
import styles from './requests.module.css'

type DecisionBody = Omit<Input<typeof decidePaymentRequest.body>, 'updatedAt'>

const wasChanged = (failure: unknown) => ['CONFLICT', 'NOT_FOUND'].includes(refusalCodeOf(failure) ?? '')

/** A request that was decided or corrected since it was shown is loaded again, with the server's sentence. */
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
      const text =
        decided.status === 'approved' ? `${email}\u00a0: ${approved}` : `Demande n° ${number} refusée`
      showToast({ kind: 'success', text })
    },
    onError: (failure) => {
      const text = failureText(failure, UNKNOWN_FAULT)
      if (!wasChanged(failure)) return onFailure?.(text)
      onEnd()
      showToast({ kind: 'error', text })
      void invalidateRoutes(client, decidePaymentRequest.invalidates)
    },
  })
  return {
    decide: (decision: DecisionBody) => mutate({ params: { id }, body: { ...decision, updatedAt } }),
    isPending,
    isError: error !== null,
    reset,
    message: <Failure of={wasChanged(error) ? null : error} text={UNKNOWN_FAULT} />,
  }
}

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

/** Leads to the account that has the Premium by mistake, or to the accounts, of which one gets it now. */
function OtherAccount({ request, onChoose }: Omit<RefusalDialogProps, 'onClose'>) {
  const { email, isPremium, sameReference } = request
  const paidFor = sameReference.find((other) => other.email !== null)?.email
  const holder = isPremium ? email : paidFor
  const choose = () => onChoose(OTHER_ACCOUNT)
  const link = useRef<HTMLAnchorElement>(null)
  // The reason that was pressed is gone.
  useEffect(() => link.current?.focus(), [])
  return (
    <>
      {holder ? (
        <p>
          Le Premium est-il sur le mauvais compte&nbsp;?{' '}
          <Link ref={link} to={accountPath(holder)} onClick={choose}>
            Refuser et déplacer le Premium de {holder}
          </Link>
        </p>
      ) : (
        <p>
          Le bon compte n'a pas encore son Premium&nbsp;?{' '}
          <Link ref={link} to="/admin" onClick={choose}>
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
