import type { ReactNode } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { AuthNotice } from './auth-texts.ts'
import { type Credentials, CredentialsForm } from './credentials-form.tsx'
import { emailBeside } from './email-field.tsx'
import { useCredentials } from './use-credentials.ts'

/** With what the sign-in begins when something else led there. */
export type SignInStart = { values?: Partial<Credentials>; notice?: AuthNotice }

type SignInFormProps = {
  start?: SignInStart
  startFocused?: boolean
  onForgotten: (email: string) => void
  /** The way to the sign-up. */
  children: ReactNode
}

/** The sign-in, with the way to a new password. */
export function SignInForm({ start = {}, startFocused = false, onForgotten, children }: SignInFormProps) {
  const { submit, isIdle, isSubmitting, fault } = useCredentials('signIn')
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
