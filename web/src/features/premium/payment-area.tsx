import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { listOwnPaymentRequests } from '#shared/contract/payment-requests.ts'
import type { OwnPaymentRequest } from '#shared/entities/payment-request.ts'
import type { Profile } from '#shared/entities/user.ts'
import { api } from '#web/lib/api/api.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { useAccountPending, useProfile } from '#web/lib/auth/use-auth.ts'
import { useSettings } from '#web/lib/settings.ts'
import { AccountFirst } from '#web/ui/account-first.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Loadable } from '#web/ui/loadable.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { DECLARATION, prolongsPremium, useIsDeclaring } from './offer-card.tsx'
import { PaymentForm } from './payment-form.tsx'
import styles from './payment-request-card.module.css'
import { PendingRequest, PremiumWelcome, RefusedRequest } from './payment-request-card.tsx'

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

/** The account page's part about a payment. */
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

type OutcomeProps = { profile: Profile; requests: ReturnType<typeof useOwnRequests> }

/** Shows the state of the newest request; nothing without one. */
function Outcome({ profile, requests }: OutcomeProps) {
  const newest = requests.data?.items[0]
  const open = openRequest(profile, newest)
  const settings = useSettings()
  const canPay = !profile.isPremium || prolongsPremium(profile, settings)
  return (
    <>
      <Loadable of={requests} error="Vos demandes de paiement n'ont pas pu être chargées." waiting={null}>
        {() => null}
      </Loadable>
      {open && <PendingRequest request={open} />}
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
  return Date.now() - Date.parse(newest.decidedAt) < WELCOME_MS
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
