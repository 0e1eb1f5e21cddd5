import { useAuth } from '#web/lib/auth/use-auth.ts'
import { Alert } from '#web/ui/alert.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { UploadForm } from './upload-form.tsx'

/** Where admins add bac subjects. */
export function UploadPage() {
  const auth = useAuth()
  if (auth.status === 'loading') return <Spinner label="Vérification de la session…" />
  if (auth.status !== 'signedIn' || !auth.profile.isAdmin)
    return (
      <Page title="Accès Refusé" width="text">
        <Alert kind="error">
          <p>Vous n'avez pas la permission d'accéder à cette page.</p>
        </Alert>
      </Page>
    )
  return (
    <Page title="Téléverser un Sujet du Bac" width="narrow">
      <Card>
        <UploadForm />
      </Card>
    </Page>
  )
}
