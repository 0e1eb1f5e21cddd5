import { Link } from 'react-router-dom'
import {
  type SignInEvent,
  SignInForms,
  type SignInStep,
  stepTitles,
  useSignInFlow,
} from './sign-in-forms.tsx'
import { useReturnPath, VisitorsOnly } from './visitors-only.tsx'

export function LoginPage() {
  const [step, onEvent] = useSignInFlow()
  return (
    <VisitorsOnly title={stepTitles[step.name]}>
      <Login step={step} onEvent={onEvent} />
    </VisitorsOnly>
  )
}

function Login({ step, onEvent }: { step: SignInStep; onEvent: (event: SignInEvent) => void }) {
  const from = useReturnPath()
  // The sign-up is a page of its own.
  if (step.name === 'signUp') return null
  return (
    <SignInForms step={step} onEvent={onEvent}>
      <p>
        Pas encore de compte&nbsp;?{' '}
        <Link to="/signup" state={{ from }}>
          Créer un compte
        </Link>
      </p>
    </SignInForms>
  )
}
