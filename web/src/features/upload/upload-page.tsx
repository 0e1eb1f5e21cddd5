import { useAuth } from '#web/lib/auth/use-auth.ts'
import { AccessRefused } from '#web/ui/access-refused.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { UploadForm } from './upload-form.tsx'

/** Where admins add bac subjects. */
export function UploadPage() {
  const auth = useAuth()
  if (auth.status === 'loading') return <Spinner />
  if (auth.status !== 'signedIn' || !auth.profile.isAdmin) return <AccessRefused />
  return (
    <Page title="Téléverser un Sujet du Bac" width="narrow">
      <Card>
        <UploadForm />
      </Card>
    </Page>
  )
}
