import { Link } from 'react-router-dom'
import { Card } from '#web/ui/card.tsx'
import { Page } from '#web/ui/page.tsx'
import { SignInForms, stepTitles, useSignInFlow } from './sign-in-forms.tsx'
import { useReturnPath, VisitorsOnly } from './visitors-only.tsx'

export function LoginPage() {
  return (
    <VisitorsOnly title="Connexion">
      <Login />
    </VisitorsOnly>
  )
}

function Login() {
  const from = useReturnPath()
  const [step, onEvent] = useSignInFlow()
  // The sign-up is a page of its own.
  if (step.name === 'signUp') return null
  return (
    <Page title={stepTitles[step.name]} width="narrow">
      <Card>
        <SignInForms step={step} onEvent={onEvent}>
          <p>
            Pas encore de compte ?{' '}
            <Link to="/signup" state={{ from }}>
              Créer un compte
            </Link>
          </p>
        </SignInForms>
      </Card>
    </Page>
  )
}
