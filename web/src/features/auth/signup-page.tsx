import { Link, Navigate } from 'react-router-dom'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { useCredentials } from './use-credentials.ts'

export function SignupPage() {
  const { status } = useAuth()
  const { submit, isSubmitting, fault } = useCredentials('signUp')
  if (status === 'signedIn') return <Navigate to="/" replace />
  return (
    <Page title="Inscription" width="narrow">
      <Card>
        <CredentialsForm mode="signUp" isSubmitting={isSubmitting} fault={fault} onSubmit={submit}>
          <p>
            Déjà un compte ? <Link to="/login">Se connecter</Link>
          </p>
        </CredentialsForm>
      </Card>
    </Page>
  )
}
