import { useState } from 'react'
import { Link, Navigate } from 'react-router-dom'
import { useAuth } from '#web/lib/auth/use-auth.ts'
import { Button } from '#web/ui/button.tsx'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { PasswordReset } from './password-reset.tsx'
import { useCredentials } from './use-credentials.ts'

export function LoginPage() {
  const { status } = useAuth()
  const [step, setStep] = useState<'signIn' | 'passwordReset'>('signIn')
  const { submit, isSubmitting, fault } = useCredentials('signIn')
  if (status === 'signedIn') return <Navigate to="/" replace />
  if (step === 'passwordReset')
    return (
      <Page title="Mot de passe oublié" width="narrow">
        <Card>
          <PasswordReset onBack={() => setStep('signIn')} />
        </Card>
      </Page>
    )
  return (
    <Page title="Connexion" width="narrow">
      <Card>
        <CredentialsForm mode="signIn" isSubmitting={isSubmitting} fault={fault} onSubmit={submit}>
          <Button variant="link" onClick={() => setStep('passwordReset')}>
            Mot de passe oublié ?
          </Button>
          <p>
            Pas encore de compte ? <Link to="/signup">Créer un compte</Link>
          </p>
        </CredentialsForm>
      </Card>
    </Page>
  )
}
