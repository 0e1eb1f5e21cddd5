import { useQuery } from '@tanstack/react-query'
import { X, ZoomIn } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { getReceipt } from '#shared/contract/admin/payments.ts'
import { type ManagedPaymentRequest, paymentRequestStatusLabels } from '#shared/entities/payment-request.ts'
import { accountPath, dirhams } from '#web/features/admin/admin-texts.ts'
import listStyles from '#web/features/admin/list-parts.module.css'
import { Address } from '#web/features/admin/list-parts.tsx'
import { routeKey } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { dataAddress } from '#web/lib/blobs.ts'
import { formatCalendarDay, untilText } from '#web/lib/format.ts'
import { formatDay, formatMoment } from '#web/lib/moments.ts'
import { useSettings } from '#web/lib/settings.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Badge, classNames } from '#web/ui/card.tsx'
import { Modal } from '#web/ui/dialog.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Alert } from '#web/ui/status.tsx'
import { Decision } from './decision.tsx'
import styles from './requests.module.css'

const TONES = { pending: 'premium', approved: 'success', refused: 'danger', withdrawn: 'neutral' } as const

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
            <p>Cette référence figure déjà sur&nbsp;:</p>
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
  const { status, decidedAt, decidedBy, approval, reason } = request
  const { priceDh } = useSettings()
  const price = amountDh === priceDh ? '' : ` (prix\u00a0: ${dirhams(priceDh)})`
  const decided =
    decidedAt && `Le ${formatMoment(decidedAt)}${decidedBy === null ? '' : `, par ${decidedBy}`}`
  const facts = {
    Montant: `${dirhams(amountDh)}${price}`,
    Moyen: means,
    Référence: reference,
    'Payé le': formatCalendarDay(paidOn),
    Note: note,
    [paymentRequestStatusLabels[status]]: decided,
    Activation: approval && `${dirhams(approval.amountDh)}, Premium ${untilText(approval.premiumUntil)}`,
    Raison: reason,
  }
  return (
    <dl className={styles.list}>
      {Object.entries(facts).map(
        ([label, value]) =>
          value && (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{value}</dd>
            </div>
          ),
      )}
      <div>
        <dt>Compte</dt>
        <dd>
          {isPremium ? `Déjà Premium, ${untilText(premiumLastDay)}` : 'Gratuit'} (
          <Link to={accountPath(email)} className={listStyles.target}>
            voir le compte
          </Link>
          )
        </dd>
      </div>
    </dl>
  )
}

/** The picture of a request's receipt, loaded once its place comes near; a tap enlarges it. */
function Receipt({ request: { id, updatedAt, number } }: { request: ManagedPaymentRequest }) {
  const place = useRef<HTMLDivElement>(null)
  const isNear = useIsNear(place)
  const [isLarge, setLarge] = useState(false)
  const picture = useQuery({
    // A corrected request may have another picture.
    queryKey: [...routeKey(getReceipt), id, updatedAt],
    queryFn: async ({ signal }) => dataAddress(await call(getReceipt, { params: { id }, signal })),
    enabled: isNear,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    meta: { personal: true },
  })
  return (
    <div ref={place} className={styles.receipt}>
      {isNear && (
        <Loadable of={picture} error="Erreur lors du chargement du reçu">
          {(address) => (
            <>
              <button type="button" className={styles.thumbnail} onClick={() => setLarge(true)}>
                <img src={address} alt={`Reçu de la demande n° ${number}`} />
                <span className={styles.enlarge}>
                  <ZoomIn size={18} aria-hidden="true" />
                  Agrandir
                </span>
              </button>
              {isLarge && <LargeReceipt address={address} number={number} onClose={() => setLarge(false)} />}
            </>
          )}
        </Loadable>
      )}
    </div>
  )
}

type LargeReceiptProps = { address: string; number: string; onClose: () => void }

function LargeReceipt({ address, number, onClose }: LargeReceiptProps) {
  const titleId = useId()
  const [isActualSize, setActualSize] = useState(false)
  const size = isActualSize ? 'Ajuster à la fenêtre' : 'Taille réelle'
  return (
    <Modal labelledBy={titleId} onClose={onClose} screen>
      <div className={styles.large}>
        <div className={styles.largeHead}>
          <h2 id={titleId}>Reçu n° {number}</h2>
          <IconButton label="Fermer" onClick={onClose}>
            <X aria-hidden="true" />
          </IconButton>
        </div>
        <div className={styles.largeBody}>
          <button
            type="button"
            aria-label={size}
            title={size}
            className={classNames(styles.picture, isActualSize && styles.actualSize)}
            onClick={() => setActualSize(!isActualSize)}
          >
            <img src={address} alt="" />
          </button>
        </div>
      </div>
    </Modal>
  )
}

function useIsNear(place: { current: Element | null }): boolean {
  const [isNear, setNear] = useState(false)
  useEffect(() => {
    if (isNear || !place.current) return
    const observer = new IntersectionObserver(
      (entries) => entries.some(({ isIntersecting }) => isIntersecting) && setNear(true),
      { rootMargin: '400px' },
    )
    observer.observe(place.current)
    return () => observer.disconnect()
  }, [isNear, place])
  return isNear
}
