import { type ReactNode, useEffect, useState } from 'react'
import { trackQuestion } from '#web/lib/auth/auth-state.ts'
import type { EmailAndPassword } from '#web/lib/auth/cognito-forms.ts'
import { signUp } from '#web/lib/auth/form-actions.ts'
import { createSignUpProofs } from '#web/lib/auth/sign-up-proofs.ts'
import type { AuthFault } from './auth-texts.ts'
import { CredentialsForm } from './credentials-form.tsx'

const VERIFYING = 'Vérification en cours...'

type SignUpFormProps = {
  startFocused?: boolean
  onFault?: (fault: AuthFault, entered: EmailAndPassword) => void
  children: ReactNode
}

/** The proof of work is made while the fields are typed; only fast typists see that the form waits for it. */
export function SignUpForm({ startFocused = false, onFault, children }: SignUpFormProps) {
  const [proofs] = useState(() => createSignUpProofs())
  const [isVerifying, setVerifying] = useState(false)
  useEffect(() => {
    proofs.prepare()
    return proofs.stop
  }, [proofs])
  const takeProof = () => proofs.take(() => setVerifying(true)).finally(() => setVerifying(false))
  return (
    <>
      <CredentialsForm
        mode="signUp"
        request={async (account) => {
          const outcome = await signUp(account, takeProof)
          if (outcome.kind === 'signedIn') trackQuestion.set(true)
          return outcome
        }}
        submitting={isVerifying ? VERIFYING : undefined}
        startFocused={startFocused}
        onFault={(fault, entered) => {
          // A proof can be used for one attempt only.
          proofs.prepare()
          onFault?.(fault, entered)
        }}
      >
        {children}
      </CredentialsForm>
      <p role="status" className="visually-hidden">
        {isVerifying && VERIFYING}
      </p>
    </>
  )
}
