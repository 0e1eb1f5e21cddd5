import { useState } from 'react'
import * as v from 'valibot'
import { laterEnd } from '#shared/domain/premium/premium.ts'
import { type ManagedPaymentRequest, PaymentRequestInput } from '#shared/entities/payment-request.ts'
import { LastDayField, lastDayField, TypedNumber } from '#web/features/admin/users/payment-form.tsx'
import { decimalText, untilText } from '#web/lib/format.ts'
import { moroccanToday, useIsOfferOver, useSettings } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { Button } from '#web/ui/button.tsx'
import { FormDialog } from '#web/ui/dialog-button.tsx'
import { TextField } from '#web/ui/field.tsx'
import { Alert } from '#web/ui/status.tsx'
import { RefusalDialog, useDecision, useHeldRefusal } from './refusal.tsx'
import styles from './requests.module.css'

type ApprovalDialogProps = { request: ManagedPaymentRequest; lastDay: string; onClose: () => void }

function ApprovalDialog({ request, lastDay, onClose }: ApprovalDialogProps) {
  const [today] = useState(() => moroccanToday())
  const isEndNeeded = useIsOfferOver()
  const current = request.isPremium ? request.premiumLastDay : null
  const schema = v.object({
    until: lastDayField(today, isEndNeeded, current),
    amountDh: v.pipe(TypedNumber, PaymentRequestInput.entries.amountDh),
  })
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

export function Decision({ request, titleId }: { request: ManagedPaymentRequest; titleId: string }) {
  const [dialog, setDialog] = useState<'approve' | 'refuse' | null>(null)
  const { premiumValidUntil } = useSettings()
  const isOfferOver = useIsOfferOver()
  const approval = useDecision(
    request,
    () => setDialog(null),
    (text) => showToast({ kind: 'error', text }),
  )
  const { isPremium, premiumLastDay } = request
  const lastDay = laterEnd(
    { isPremium, premiumUntil: premiumLastDay },
    isOfferOver ? null : premiumValidUntil,
  )
  const open = (which: 'approve' | 'refuse') => {
    showToast(null)
    setDialog(which)
  }
  const addsNoDay = isPremium && lastDay === premiumLastDay
  const refusal = useHeldRefusal(request)
  const isHeld = refusal.reason !== null
  return (
    <div className={styles.decision}>
      {addsNoDay && !isHeld && <Alert kind="info">Cette demande n'ajoute aucun jour à l'accès.</Alert>}
      <p role="status" hidden={!isHeld}>
        {isHeld &&
          `${refusal.isError ? 'Refus non envoyé' : 'Refus envoyé dans dix secondes'}\u00a0: ${refusal.reason}`}
      </p>
      {refusal.message}
      {isHeld ? (
        refusal.isError && <Button onClick={refusal.retry}>Réessayer</Button>
      ) : isOfferOver ? (
        <Button aria-describedby={titleId} onClick={() => open('approve')}>
          Activer jusqu'au...
        </Button>
      ) : (
        <Button
          aria-describedby={titleId}
          disabled={approval.isPending}
          onClick={() => approval.decide({ decision: 'approve' })}
        >
          {approval.isPending
            ? 'Activation en cours...'
            : addsNoDay
              ? 'Noter un autre paiement'
              : `Activer ${untilText(lastDay)}`}
        </Button>
      )}
      {!isOfferOver && !isHeld && (
        <Button
          variant="quiet"
          aria-describedby={titleId}
          disabled={approval.isPending}
          onClick={() => open('approve')}
        >
          {addsNoDay && lastDay !== null ? "Prolonger jusqu'au..." : 'Autre date ou montant'}
        </Button>
      )}
      {/* One button, so that the focus that the dialog gives back finds the way to take the refusal back. */}
      <Button
        variant={isHeld ? 'secondary' : 'danger'}
        aria-describedby={titleId}
        disabled={approval.isPending || refusal.isPending}
        onClick={isHeld ? refusal.cancel : () => open('refuse')}
      >
        {refusal.isPending ? 'Refus en cours...' : isHeld ? 'Annuler' : 'Refuser'}
      </Button>
      {dialog === 'approve' && (
        <ApprovalDialog request={request} lastDay={lastDay ?? ''} onClose={() => setDialog(null)} />
      )}
      {dialog === 'refuse' && (
        <RefusalDialog
          request={request}
          onChoose={(reason) => {
            setDialog(null)
            refusal.hold(reason)
          }}
          onClose={() => setDialog(null)}
        />
      )}
    </div>
  )
}
