import { Link } from 'react-router-dom'
import { SignUpForm } from './sign-up-form.tsx'
import { useReturnPath, VisitorsOnly } from './visitors-only.tsx'

export function SignupPage() {
  return (
    <VisitorsOnly title="Inscription">
      <Signup />
    </VisitorsOnly>
  )
}

function Signup() {
  const from = useReturnPath()
  return (
    <SignUpForm>
      <p>
        Déjà un compte&nbsp;?{' '}
        <Link to="/login" state={{ from }}>
          Se connecter
        </Link>
      </p>
    </SignUpForm>
  )
}
