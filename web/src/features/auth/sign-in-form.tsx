import { type ReactNode, useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import type { AuthNotice } from './auth-texts.ts'
import { CodeForm } from './code-form.tsx'
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

/** The sign-in, with the way to a new password; then the code of whoever has a second factor. */
export function SignInForm({ start = {}, startFocused = false, onForgotten, children }: SignInFormProps) {
  const { submit, reset, isIdle, isSubmitting, fault, outcome, entered } = useCredentials('signIn')
  /** The address that came back from the code's step. */
  const [email, setEmail] = useState<string | null>(null)
  if (outcome?.kind === 'codeNeeded') {
    const back = () => {
      setEmail(entered?.email ?? '')
      reset()
    }
    return <CodeForm answer={outcome.answer} onBack={back} />
  }
  return (
    <CredentialsForm
      mode="signIn"
      isSubmitting={isSubmitting}
      notice={isIdle ? (start.notice ?? null) : fault}
      onSubmit={submit}
      start={email === null ? start.values : { email }}
      startFocused={startFocused || email !== null}
    >
      <Button variant="link" onClick={({ currentTarget }) => onForgotten(emailBeside(currentTarget))}>
        Mot de passe oublié ?
      </Button>
      {children}
    </CredentialsForm>
  )
}
