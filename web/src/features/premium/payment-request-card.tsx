import { useMutation } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { Link } from 'react-router-dom'
import { listOwnPaymentRequests, withdrawPayment } from '#shared/contract/payment-requests.ts'
import type { OwnPaymentRequest } from '#shared/entities/payment-request.ts'
import type { Profile } from '#shared/entities/user.ts'
import { call } from '#web/lib/api/call.ts'
import { reasonOf } from '#web/lib/api/failure.ts'
import { refreshSession } from '#web/lib/auth/session-actions.ts'
import { formatCalendarDay } from '#web/lib/format/dates.ts'
import { formatMoroccanDayOfYear } from '#web/lib/format/moments.ts'
import { useSettings } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/toast.ts'
import { Alert } from '#web/ui/alert.tsx'
import { ButtonLink, ExternalButtonLink } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { ConfirmButton } from '#web/ui/dialog-button.tsx'
import { Row } from '#web/ui/stack.tsx'
import { DECLARATION, whatsappLink } from './offer-card.tsx'
import styles from './payment-request-card.module.css'

/** A request as the profile names it. */
type OpenRequest = NonNullable<Profile['openPaymentRequest']>

/** A request that waits for the owner's decision. */
export function PendingRequest({ request }: { request: OpenRequest }) {
  const { whatsapp } = useSettings().contact
  const withdrawal = useMutation({
    mutationFn: async () => {
      await call(withdrawPayment, { params: { id: request.id } })
      await refreshSession().catch(() => undefined)
    },
    meta: { invalidates: [listOwnPaymentRequests] },
    onSuccess: () => showToast({ kind: 'success', text: 'Votre demande est retirée.' }),
  })
  return (
    <Card>
      <h2>Votre demande du {formatMoroccanDayOfYear(request.createdAt)} est en attente</h2>
      <p>
        Demande n°&nbsp;<strong>{request.number}</strong>. Dès que le paiement est vérifié, votre compte
        devient Premium, sans rien faire de plus.
      </p>
      {withdrawal.error && (
        <Alert kind="error">{reasonOf(withdrawal.error) ?? "La demande n'a pas pu être retirée."}</Alert>
      )}
      <Row>
        <ExternalButtonLink href={whatsappLink(whatsapp, reminder(request.number))}>
          <MessageCircle size={20} aria-hidden="true" />
          Prévenir sur WhatsApp
        </ExternalButtonLink>
        <ButtonLink to={DECLARATION} variant="secondary">
          Corriger
        </ButtonLink>
        <ConfirmButton
          disabled={withdrawal.isPending}
          title="Retirer la demande"
          confirm="Retirer"
          onConfirm={() => withdrawal.mutate()}
          question={<p>Votre paiement ne sera pas vérifié. Vous pourrez envoyer une autre demande.</p>}
        >
          {withdrawal.isPending ? 'Retrait en cours...' : 'Retirer'}
        </ConfirmButton>
      </Row>
    </Card>
  )
}

/** Returns the student's message to the owner, with the page that shows exactly this request; it names no person. */
export function reminder(number: string): string {
  const page = `${location.origin}/admin/demandes?search=${number}`
  return `Bonjour, j'ai payé l'accès Premium et envoyé ma demande n° ${number} sur le site.\n${page}`
}

/** A request that the owner has refused, with the reason. */
export function RefusedRequest({ request }: { request: OwnPaymentRequest }) {
  return (
    <Alert kind="error">
      <h2>Votre demande du {formatMoroccanDayOfYear(request.createdAt)} n'est pas acceptée</h2>
      {request.reason && <p>{request.reason}</p>}
      <ButtonLink to={DECLARATION} variant="secondary">
        Corriger ma demande
      </ButtonLink>
    </Alert>
  )
}

/** Shown to a student whose payment was just confirmed, with the first steps. */
export function PremiumWelcome({ profile: { premiumLastDay } }: { profile: Profile }) {
  const until = premiumLastDay ? ` jusqu'au ${formatCalendarDay(premiumLastDay)}` : ''
  return (
    <Alert kind="success">
      <h2>Bienvenue en Premium&nbsp;!</h2>
      <p>Votre paiement est confirmé&nbsp;: tout le site vous est ouvert{until}. Pour commencer&nbsp;:</p>
      <ol className={styles.steps}>
        <li>
          <Link to="/sujets-bac">Ouvrez un sujet</Link> et sa correction, en PDF et en vidéo.
        </li>
        <li>Sur la page d'un sujet, passez un examen blanc, dans le temps de l'épreuve.</li>
        <li>
          <Link to="/mes-revisions">Préparez votre plan de révision</Link> jusqu'au bac.
        </li>
      </ol>
    </Alert>
  )
}
