import { Link } from 'react-router-dom'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { SignInSteps, stepTitles, useSignInSteps } from './sign-in-steps.tsx'
import { useReturnPath } from './use-return-path.ts'
import { VisitorsOnly } from './visitors-only.tsx'

export function LoginPage() {
  return (
    <VisitorsOnly title="Connexion">
      <Login />
    </VisitorsOnly>
  )
}

function Login() {
  const from = useReturnPath()
  const [step, onEvent] = useSignInSteps()
  // The sign-up is a page of its own.
  if (step.name === 'signUp') return null
  return (
    <Page title={stepTitles[step.name]} width="narrow">
      <Card>
        <SignInSteps step={step} onEvent={onEvent}>
          <p>
            Pas encore de compte ?{' '}
            <Link to="/signup" state={{ from }}>
              Créer un compte
            </Link>
          </p>
        </SignInSteps>
      </Card>
    </Page>
  )
}
