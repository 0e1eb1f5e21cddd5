import { useMutation, useQuery } from '@tanstack/react-query'
import { MessageCircle } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { Link } from 'react-router-dom'
import { listOwnPaymentRequests, withdrawPayment } from '#shared/contract/payment-requests.ts'
import type { OwnPaymentRequest } from '#shared/entities/payment-request.ts'
import type { Profile } from '#shared/entities/user.ts'
import { withFrenchSpaces } from '#shared/writing/french-text.ts'
import { api } from '#web/lib/api/api.ts'
import { call } from '#web/lib/api/call.ts'
import { reasonOf } from '#web/lib/api/failure.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useAccountPending, useProfile } from '#web/lib/auth/auth-state.ts'
import { refreshSession } from '#web/lib/auth/session-actions.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { formatMoroccanDayOfYear } from '#web/lib/moments.ts'
import { serverNow } from '#web/lib/server-clock.ts'
import { answeringTimes, useSettings } from '#web/lib/settings.ts'
import { showToast } from '#web/lib/shared-value.ts'
import { ButtonLink, ExternalButtonLink } from '#web/ui/button.tsx'
import { Card, Row } from '#web/ui/card.tsx'
import { ConfirmButton } from '#web/ui/dialog-button.tsx'
import { AccountFirst } from '#web/ui/failure.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Alert, Spinner } from '#web/ui/status.tsx'
import { DECLARATION, prolongsPremium, useIsDeclaring, whatsappLink } from './offer-card.tsx'
import styles from './payment-form.module.css'
import { PaymentForm } from './payment-form.tsx'

/** A confirmed payment is celebrated for a week. */
const WELCOME_MS = 7 * 86_400_000

/** The Premium page's part about a student's own payment, and its other parts where that leaves room. */
export const PaymentArea = withQueries(function PaymentArea({ offer }: { offer: ReactNode }) {
  const profile = useProfile()
  const isDeclaring = useIsDeclaring()
  const isPending = useAccountPending()
  if (profile) return <OwnPayment profile={profile} offer={offer} />
  if (!isDeclaring) return offer
  return isPending ? <Spinner /> : <PaymentNeedsAccount />
})

export const AccountPayment = withQueries(function AccountPayment({ profile }: { profile: Profile }) {
  return <Outcome profile={profile} requests={useOwnRequests(profile)} />
})

function OwnPayment({ profile, offer }: { profile: Profile; offer: ReactNode }) {
  const requests = useOwnRequests(profile)
  const isDeclaring = useIsDeclaring()
  const newest = requests.data?.items[0]
  const isOpen = openRequest(profile, newest) !== null
  // Without the list a new payment can be declared, but none corrected.
  const isSettled =
    newest !== undefined || requests.data !== undefined || (requests.error !== null && !isOpen)
  if (isDeclaring && isSettled)
    return (
      <PaymentForm
        account={profile.id}
        earlier={isOpen || newest?.status === 'refused' ? newest : undefined}
      />
    )
  if (isDeclaring && !requests.error) return <Spinner />
  return (
    <>
      <div className={styles.outcome}>
        <Outcome profile={profile} requests={requests} />
      </div>
      {!isOpen && !isWelcome(profile, newest) && offer}
    </>
  )
}

function Outcome({ profile, requests }: { profile: Profile; requests: ReturnType<typeof useOwnRequests> }) {
  const newest = requests.data?.items[0]
  const open = openRequest(profile, newest)
  const settings = useSettings()
  const canPay = !profile.isPremium || prolongsPremium(profile, settings)
  return (
    <>
      <Loadable of={requests} error="Vos demandes de paiement n'ont pas pu être chargées." waiting={null}>
        {() => null}
      </Loadable>
      {open && (
        <PendingRequest request={open} hasReceipt={newest?.status === 'pending' && newest.hasReceipt} />
      )}
      {newest?.status === 'refused' && canPay && <RefusedRequest request={newest} />}
      {isWelcome(profile, newest) && <PremiumWelcome profile={profile} />}
    </>
  )
}

/** Returns the request that waits, by the profile until the list is loaded; null without one. */
function openRequest({ openPaymentRequest }: Profile, newest: OwnPaymentRequest | undefined) {
  if (!newest) return openPaymentRequest
  return newest.status === 'pending' ? newest : null
}

function isWelcome({ isPremium }: Profile, newest: OwnPaymentRequest | undefined): boolean {
  if (!isPremium || newest?.status !== 'approved' || newest.decidedAt === null) return false
  return serverNow() - Date.parse(newest.decidedAt) < WELCOME_MS
}

function PaymentNeedsAccount() {
  const back = (
    <ButtonLink to="/premium" variant="secondary">
      Annuler
    </ButtonLink>
  )
  return (
    <AccountFirst from={DECLARATION} back={back}>
      L'accès Premium appartient à un compte. Créez le vôtre, c'est gratuit&nbsp;: vous déclarez votre
      paiement juste après.
    </AccountFirst>
  )
}

/**
 * Returns the account's payments, newest first; refetched when its profile names another open request, or none any
 * more.
 */
function useOwnRequests({ openPaymentRequest }: Profile) {
  const requests = useQuery(api(listOwnPaymentRequests).queryOptions({}))
  const { refetch, data } = requests
  const named = openPaymentRequest?.id
  const listed = data?.items.find(({ status }) => status === 'pending')?.id
  const isOutdated = data !== undefined && named !== listed
  useEffect(() => {
    if (isOutdated) void refetch()
    // oxlint-disable-next-line react/exhaustive-effect-dependencies -- once for each request that is named
  }, [named, isOutdated, refetch])
  return requests
}

type OpenRequest = NonNullable<Profile['openPaymentRequest']>

function PendingRequest({ request, hasReceipt }: { request: OpenRequest; hasReceipt: boolean }) {
  const settings = useSettings()
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
        devient Premium, sans rien faire de plus. {answeringTimes(settings)}
      </p>
      {hasReceipt && <p>La photo du reçu est bien arrivée.</p>}
      {withdrawal.error && (
        <Alert kind="error">{reasonOf(withdrawal.error) ?? "La demande n'a pas pu être retirée."}</Alert>
      )}
      <Row>
        <ExternalButtonLink href={whatsappLink(settings.contact.whatsapp, reminder(request.number))}>
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
function reminder(number: string): string {
  const page = `${location.origin}/admin/demandes?search=${number}`
  return `Bonjour, j'ai payé l'accès Premium et envoyé ma demande n° ${number} sur le site.\n${page}`
}

function RefusedRequest({ request }: { request: OwnPaymentRequest }) {
  return (
    <Alert kind="error">
      <h2>Votre demande du {formatMoroccanDayOfYear(request.createdAt)} n'est pas acceptée</h2>
      {request.reason && <p>{withFrenchSpaces(request.reason)}</p>}
      <ButtonLink to={DECLARATION} variant="secondary">
        Corriger ma demande
      </ButtonLink>
    </Alert>
  )
}

/** Shown to a student whose payment was just confirmed, with the first steps. */
function PremiumWelcome({ profile: { premiumLastDay } }: { profile: Profile }) {
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
