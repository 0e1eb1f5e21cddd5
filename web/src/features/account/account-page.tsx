import { useMutation } from '@tanstack/react-query'
import { changePassword, deleteAccount } from '#web/lib/auth/session-actions.ts'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { writeUnsent } from '#web/lib/progress/unsent-storage.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Placeholder } from '#web/ui/placeholder.tsx'
import { AccountDetails } from './account-details.tsx'
import { AccountDeleted, SignInFirst } from './account-gone.tsx'
import { ChangePassword, type PasswordChanging } from './change-password.tsx'
import { DeleteAccount, type Deletion } from './delete-account.tsx'

/** What one's account is, its password, and its end. */
export function AccountPage() {
  // Both here, since the account may be gone from the page before the answer is.
  const changing: PasswordChanging = useMutation({ mutationFn: changePassword })
  const deletion: Deletion = useMutation({
    mutationFn: deleteAccount,
    onSuccess: () => writeUnsent(null),
  })
  return (
    <Page title="Mon compte" width="text">
      <Content changing={changing} deletion={deletion} />
    </Page>
  )
}

type ContentProps = { changing: PasswordChanging; deletion: Deletion }

function Content({ changing, deletion }: ContentProps) {
  const auth = useAuth()
  if (auth.status === 'signedIn')
    return (
      <>
        <AccountDetails profile={auth.profile} />
        <ChangePassword email={auth.profile.email} changing={changing} />
        <DeleteAccount profile={auth.profile} deletion={deletion} />
      </>
    )
  if (auth.status !== 'signedOut' || changing.isPending || deletion.isPending) return <Waiting />
  if (deletion.isSuccess) return <AccountDeleted />
  return <SignInFirst change={changing.data} />
}

/** About as high as the details; what follows them comes below. */
function Waiting() {
  return (
    <Card>
      <Placeholder lines={4} />
    </Card>
  )
}
