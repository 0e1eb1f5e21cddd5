import { useState } from 'react'
import { Link } from 'react-router-dom'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { PasswordReset } from './password-reset.tsx'
import { SignInForm, type SignInStart } from './sign-in-form.tsx'
import { useReturnPath } from './use-return-path.ts'
import { VisitorsOnly } from './visitors-only.tsx'

type Step = { name: 'signIn'; start?: SignInStart } | { name: 'passwordReset'; email: string }

export function LoginPage() {
  return (
    <VisitorsOnly title="Connexion">
      <Login />
    </VisitorsOnly>
  )
}

function Login() {
  const from = useReturnPath()
  const [step, setStep] = useState<Step>({ name: 'signIn' })
  if (step.name === 'passwordReset')
    return (
      <Page title="Mot de passe oublié" width="narrow">
        <Card>
          <PasswordReset email={step.email} onSignIn={(start) => setStep({ name: 'signIn', start })} />
        </Card>
      </Page>
    )
  return (
    <Page title="Connexion" width="narrow">
      <Card>
        <SignInForm
          {...(step.start && { start: step.start, startFocused: true })}
          onForgotten={(email) => setStep({ name: 'passwordReset', email })}
        >
          <p>
            Pas encore de compte ?{' '}
            <Link to="/signup" state={{ from }}>
              Créer un compte
            </Link>
          </p>
        </SignInForm>
      </Card>
    </Page>
  )
}
