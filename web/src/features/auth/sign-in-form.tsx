import type { ReactNode } from 'react'
import type { SignInOutcome } from '#web/lib/auth/sign-in.ts'
import { Button } from '#web/ui/button.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { emailBeside } from './email-field.tsx'
import type { SignInStart } from './sign-in-step.ts'
import { useCredentials } from './use-credentials.ts'

type SignInFormProps = {
  start: SignInStart
  startFocused: boolean
  onAnswered: (email: string, outcome: SignInOutcome) => void
  onForgotten: (email: string) => void
  /** The way to the sign-up. */
  children: ReactNode
}

/** E-mail and password, with the way to a new password. */
export function SignInForm({ start, startFocused, onAnswered, onForgotten, children }: SignInFormProps) {
  const { submit, isIdle, isSubmitting, fault } = useCredentials('signIn', {
    onSuccess: (outcome, { email }) => onAnswered(email, outcome),
  })
  return (
    <CredentialsForm
      mode="signIn"
      isSubmitting={isSubmitting}
      notice={isIdle ? (start.notice ?? null) : fault}
      onSubmit={submit}
      start={start.values}
      startFocused={startFocused}
    >
      <Button variant="link" onClick={({ currentTarget }) => onForgotten(emailBeside(currentTarget))}>
        Mot de passe oublié ?
      </Button>
      {children}
    </CredentialsForm>
  )
}
