import { useMutation } from '@tanstack/react-query'
import { Suspense } from 'react'
import { accountChanges } from '#web/lib/auth/account-changes.ts'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { optionalComponent } from '#web/lib/lazy-component.tsx'
import { Card } from '#web/ui/card.tsx'
import { Placeholder } from '#web/ui/loadable.tsx'
import { Page } from '#web/ui/page.tsx'
import { AccountDetails } from './account-details.tsx'
import { AccountDeleted, SignInFirst } from './account-gone.tsx'
import { ChangePassword, type PasswordChanging } from './change-password.tsx'
import { DeleteAccount } from './delete-account.tsx'
import { type Deletion, useDeletion } from './use-deletion.ts'
import { type SecondFactorChange, useSecondFactor } from './use-second-factor.ts'

// Only those who administer fetch it.
const SecondFactor = optionalComponent(async () => (await import('./second-factor.tsx')).SecondFactor)

/** What one's account is, how one signs in to it, and its end. */
export function AccountPage() {
  // All here, since the account may be gone from the page before the answer is.
  const changing: PasswordChanging = useMutation({ mutationFn: accountChanges.changePassword })
  const deletion = useDeletion()
  const secondFactor = useSecondFactor()
  return (
    <Page title="Mon compte" width="text">
      <Content changing={changing} secondFactor={secondFactor} deletion={deletion} />
    </Page>
  )
}

type ContentProps = { changing: PasswordChanging; secondFactor: SecondFactorChange; deletion: Deletion }

function Content({ changing, secondFactor, deletion }: ContentProps) {
  const auth = useAuth()
  if (auth.status === 'signedIn')
    return (
      <>
        <AccountDetails profile={auth.profile} />
        <ChangePassword email={auth.profile.email} changing={changing} />
        {auth.profile.isAdmin && (
          <Suspense fallback={<Waiting />}>
            <SecondFactor profile={auth.profile} change={secondFactor} />
          </Suspense>
        )}
        <DeleteAccount profile={auth.profile} deletion={deletion} />
      </>
    )
  const isWaiting = changing.isPending || secondFactor.isPending || deletion.isPending
  if (auth.status !== 'signedOut' || isWaiting) return <Waiting />
  if (deletion.isDone) return <AccountDeleted />
  return <SignInFirst change={secondFactor.isOn ? 'secondFactorOn' : changing.data} />
}

/** About as high as the details; what follows them comes below. */
function Waiting() {
  return (
    <Card>
      <Placeholder lines={4} />
    </Card>
  )
}
