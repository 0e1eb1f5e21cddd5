import { useId } from 'react'
import { Link } from 'react-router-dom'
import {
  type ManagedPaymentRequest,
  type PaymentRequestStatus,
  paymentRequestStatusLabels,
} from '#shared/entities/payment-request.ts'
import { formatCalendarDay, untilText } from '#web/lib/format/dates.ts'
import { formatDay, formatMoment } from '#web/lib/format/moments.ts'
import { useSettings } from '#web/lib/settings.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Badge } from '#web/ui/card.tsx'
import { dirhams } from '../admin-texts.ts'
import { Address } from '../list-parts.tsx'
import { Receipt } from './receipt.tsx'
import { accountPath } from './refusal.tsx'
import { Decision } from './request-dialogs.tsx'
import styles from './requests.module.css'

const TONES = {
  pending: 'premium',
  approved: 'success',
  refused: 'danger',
  withdrawn: 'neutral',
} as const satisfies Record<PaymentRequestStatus, string>

/** A declared payment: the student, the amount, the receipt, further facts, and the decision. */
export function RequestCard({ request }: { request: ManagedPaymentRequest }) {
  const { email, number, status, createdAt, hasReceipt, isFromYoungAccount, sameReference } = request
  const titleId = useId()
  return (
    <article aria-labelledby={titleId} className={styles.card}>
      <header className={styles.head}>
        <h3 id={titleId}>
          <Address>{email}</Address>
        </h3>
        <p className={styles.line}>
          <Badge tone={TONES[status]}>{paymentRequestStatusLabels[status]}</Badge>
          {isFromYoungAccount && <Badge>Compte récent</Badge>}
          <span>
            Demande n° <strong>{number}</strong>, reçue le {formatMoment(createdAt)}
          </span>
        </p>
      </header>
      {hasReceipt ? <Receipt request={request} /> : <p className={styles.noReceipt}>Aucun reçu joint</p>}
      <div className={styles.facts}>
        <Facts request={request} />
        {sameReference.length > 0 && (
          <Alert kind="info">
            <p>Cette référence figure déjà sur :</p>
            <ul className={styles.others}>
              {sameReference.map((other) => (
                <li key={`${other.email} ${other.date}`}>
                  {other.email === email ? (
                    'un autre paiement de ce compte'
                  ) : other.email === null ? (
                    "un paiement d'un compte supprimé"
                  ) : (
                    <>
                      un paiement de <Address>{other.email}</Address>
                    </>
                  )}
                  , le {formatDay(other.date)}
                </li>
              ))}
            </ul>
          </Alert>
        )}
      </div>
      {status === 'pending' && <Decision request={request} titleId={titleId} />}
    </article>
  )
}

function Facts({ request }: { request: ManagedPaymentRequest }) {
  const { means, reference, amountDh, paidOn, note, email, isPremium, premiumLastDay } = request
  const { priceDh } = useSettings()
  const facts = [
    {
      label: 'Montant',
      value: amountDh === priceDh ? dirhams(amountDh) : `${dirhams(amountDh)} (prix : ${dirhams(priceDh)})`,
    },
    { label: 'Moyen', value: means },
    { label: 'Référence', value: reference },
    { label: 'Payé le', value: formatCalendarDay(paidOn) },
    ...(note === '' ? [] : [{ label: 'Note', value: note }]),
    ...decisionFacts(request),
  ]
  return (
    <dl className={styles.list}>
      {facts.map(({ label, value }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>{value}</dd>
        </div>
      ))}
      <div>
        <dt>Compte</dt>
        <dd>
          {isPremium ? `Déjà Premium, ${untilText(premiumLastDay)}` : 'Gratuit'} (
          <Link to={accountPath(email)}>voir le compte</Link>)
        </dd>
      </div>
    </dl>
  )
}

/** Returns the facts of the decision; nothing while the request waits. */
function decisionFacts({ status, decidedAt, decidedBy, approval, reason }: ManagedPaymentRequest) {
  if (decidedAt === null) return []
  const by = decidedBy === null ? '' : `, par ${decidedBy}`
  return [
    { label: paymentRequestStatusLabels[status], value: `Le ${formatMoment(decidedAt)}${by}` },
    ...(approval === null
      ? []
      : [
          {
            label: 'Activation',
            value: `${dirhams(approval.amountDh)}, Premium ${untilText(approval.premiumUntil)}`,
          },
        ]),
    ...(reason === null ? [] : [{ label: 'Raison', value: reason }]),
  ]
}
