import { useMutation } from '@tanstack/react-query'
import { type ComponentType, type ReactNode, Suspense, useEffect, useRef, useState } from 'react'
import type { Profile } from '#shared/entities/user.ts'
import { withQueries } from '#web/lib/api/page-queries.tsx'
import { accountChanges, type PasswordChange } from '#web/lib/auth/account-changes.ts'
import { useAuth } from '#web/lib/auth/auth-state.ts'
import { formatCalendarDay } from '#web/lib/format.ts'
import { optionalComponent } from '#web/lib/loading/lazy-component.tsx'
import { formatMoroccanDay } from '#web/lib/moments.ts'
import { useSettings } from '#web/lib/settings.ts'
import { PremiumLink, SignInLink } from '#web/ui/account-view.tsx'
import { ButtonLink } from '#web/ui/button.tsx'
import { Badge, Card, Row, Stack } from '#web/ui/card.tsx'
import { PlaceholderCard } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { Alert } from '#web/ui/status.tsx'
import styles from './account.module.css'
import { Detail, OthersSignedIn } from './account-parts.tsx'
import { AccountUse, ChangePassword, OwnTrack, Reminders } from './account-settings.tsx'
import { DataUse, DeleteAccount, PersonalData, useDeletion } from './personal-data.tsx'

// Only students load it, where questions are on.
const OwnQuestions = optionalComponent(async () => (await import('./own-questions.tsx')).OwnQuestions)

// Only administrators load it.
const SecondFactor = optionalComponent(async () => (await import('./second-factor.tsx')).SecondFactor)

type PaymentSlot = { Payment: ComponentType<{ profile: Profile }> }

export const AccountPage = withQueries(function AccountPage({ Payment }: PaymentSlot) {
  // The page holds the changes, since they may sign out before they are complete.
  const changes = useAccountChanges()
  return (
    <Page title="Mon compte" width="text">
      <Content changes={changes} Payment={Payment} />
    </Page>
  )
})

function useSecondFactor() {
  return {
    beginning: useMutation({ mutationFn: accountChanges.beginSecondFactor }),
    switchingOn: useMutation({ mutationFn: accountChanges.switchOnSecondFactor }),
    switchingOff: useMutation({ mutationFn: accountChanges.switchOffSecondFactor }),
  }
}
export type SecondFactorMutations = ReturnType<typeof useSecondFactor>

function useAccountChanges() {
  return {
    password: useMutation({ mutationFn: accountChanges.changePassword }),
    secondFactor: useSecondFactor(),
    endingSessions: useMutation({ mutationFn: accountChanges.endAllSessions }),
    deletion: useDeletion(),
  }
}

function Content({ changes, Payment }: PaymentSlot & { changes: ReturnType<typeof useAccountChanges> }) {
  const { password, secondFactor, endingSessions, deletion } = changes
  const auth = useAuth()
  const { acceptsQuestions } = useSettings()
  const about = (profile: Profile) => (
    <>
      <Suspense>
        <Payment profile={profile} />
      </Suspense>
      <Details profile={profile} />
    </>
  )
  if (auth.status === 'signedIn')
    return (
      <>
        {acceptsQuestions && !auth.profile.isAdmin ? (
          <WithQuestions profile={auth.profile}>{about(auth.profile)}</WithQuestions>
        ) : (
          about(auth.profile)
        )}
        {!auth.profile.isAdmin && <OwnTrack profile={auth.profile} />}
        <AccountUse ending={endingSessions} />
        <ChangePassword email={auth.profile.email} mutation={password} />
        {auth.profile.isAdmin && (
          <Suspense fallback={<PlaceholderCard />}>
            <SecondFactor profile={auth.profile} mutations={secondFactor} />
          </Suspense>
        )}
        {!auth.profile.isAdmin && <Reminders profile={auth.profile} />}
        <DataUse />
        <PersonalData />
        <DeleteAccount profile={auth.profile} deletion={deletion} />
      </>
    )
  const { beginning, switchingOn } = secondFactor
  const isPending = [password, beginning, switchingOn, endingSessions, deletion].some((one) => one.isPending)
  if (auth.status !== 'signedOut' || isPending) return <PlaceholderCard />
  if (deletion.isDone) return <AccountDeleted />
  const isSecondFactorOn = switchingOn.isSuccess || beginning.data?.kind === 'on'
  if (endingSessions.isSuccess) return <SignInAgain change="sessionsEnded" />
  return <SignInAgain change={isSecondFactorOn ? 'secondFactorOn' : password.data} />
}

/** The questions stand first when the page opens with an unread answer, and stay there once it is read. */
function WithQuestions({ profile, children }: { profile: Profile; children: ReactNode }) {
  const [isFirst] = useState(profile.hasNewAnswer)
  const questions = (
    <Suspense>
      <OwnQuestions profile={profile} />
    </Suspense>
  )
  return (
    <>
      {isFirst && questions}
      {children}
      {!isFirst && questions}
    </>
  )
}

function Details({ profile }: { profile: Profile }) {
  const { email, createdAt } = profile
  return (
    <Card>
      <h2>Mes informations</h2>
      <dl className={styles.details}>
        <Detail term="Email">{email}</Detail>
        <Detail term="Statut">
          <Status profile={profile} />
        </Detail>
        <PremiumEnd profile={profile} />
        <Detail term="Membre depuis le">{formatMoroccanDay(createdAt)}</Detail>
      </dl>
    </Card>
  )
}

function Status({ profile: { isAdmin, isPremium } }: { profile: Profile }) {
  if (isAdmin) return <Badge tone="hue">Administrateur</Badge>
  if (isPremium) return <Badge tone="premium">Compte Premium</Badge>
  return (
    <>
      <Badge>Compte gratuit</Badge>
      <Row>
        <PremiumLink />
        <ButtonLink to="/activer" variant="secondary">
          J'ai une carte
        </ButtonLink>
      </Row>
    </>
  )
}

function PremiumEnd({ profile: { isAdmin, isPremium, premiumLastDay } }: { profile: Profile }) {
  if (isAdmin || (!isPremium && !premiumLastDay)) return null
  if (!premiumLastDay) return <Detail term="Premium valable">sans date de fin</Detail>
  return (
    <Detail term={isPremium ? "Premium valable jusqu'au" : 'Premium terminé depuis le'}>
      {formatCalendarDay(premiumLastDay)}
    </Detail>
  )
}

/** The change that signed this browser out. */
type LastChange = PasswordChange | 'secondFactorOn' | 'sessionsEnded'

const DONE: Partial<Record<LastChange, string>> = {
  signedOut: 'Votre mot de passe a été modifié. Connectez-vous avec le nouveau.',
  sessionsEnded: 'Toutes les sessions sont terminées. Reconnectez-vous avec votre mot de passe.',
  secondFactorOn:
    'La validation en deux étapes est activée. Reconnectez-vous avec votre mot de passe et un code de votre application.',
}

function SignInAgain({ change }: { change: LastChange | undefined }) {
  const done = change && DONE[change]
  return (
    <Card>
      {change === 'othersSignedIn' && <OthersSignedIn />}
      {done && <Alert kind="success">{done}</Alert>}
      {change !== 'othersSignedIn' && !done && <p>Connectez-vous pour voir et gérer votre compte.</p>}
      <div>
        <SignInLink />
      </div>
    </Card>
  )
}

/** Takes the focus: the page has become short, and the reader was further down. */
function AccountDeleted() {
  const ref = useRef<HTMLDivElement>(null)
  useEffect(() => {
    ref.current?.focus()
  }, [])
  return (
    <div ref={ref} tabIndex={-1}>
      <Stack>
        <Alert kind="success">Votre compte a été supprimé.</Alert>
        <div>
          <ButtonLink to="/" variant="secondary">
            Retour à l'accueil
          </ButtonLink>
        </div>
      </Stack>
    </div>
  )
}
