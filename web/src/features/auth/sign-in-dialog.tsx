import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import { PasswordReset } from './password-reset.tsx'
import { SignInForm, type SignInStart } from './sign-in-form.tsx'
import { useCredentials } from './use-credentials.ts'

type Step =
  | { name: 'signIn'; start?: SignInStart }
  | { name: 'signUp' }
  | { name: 'passwordReset'; email: string }

const titles: Record<Step['name'], string> = {
  signIn: 'Connexion',
  signUp: 'Inscription',
  passwordReset: 'Mot de passe oublié',
}

/**
 * The sign-in and sign-up dialog. Whoever opened it closes it when somebody is signed in. Each step is a form of its own:
 * toggling clears fields and error.
 */
export function SignInDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>({ name: 'signIn' })
  return (
    <Dialog title={titles[step.name]} onClose={onClose}>
      <StepForm step={step} onStep={setStep} />
    </Dialog>
  )
}

function StepForm({ step, onStep }: { step: Step; onStep: (step: Step) => void }) {
  const toSignIn = (start: SignInStart = {}) => onStep({ name: 'signIn', start })
  switch (step.name) {
    case 'signIn':
      return (
        <SignInForm
          startFocused
          {...(step.start && { start: step.start })}
          onForgotten={(email) => onStep({ name: 'passwordReset', email })}
        >
          <Button variant="link" onClick={() => onStep({ name: 'signUp' })}>
            Créer un compte
          </Button>
        </SignInForm>
      )
    case 'signUp':
      return <SignUpForm onSignIn={toSignIn} />
    case 'passwordReset':
      return <PasswordReset email={step.email} onSignIn={toSignIn} />
  }
}

/** The sign-up; of an address that has an account already it goes over to the sign-in, with what was typed. */
function SignUpForm({ onSignIn }: { onSignIn: (start?: SignInStart) => void }) {
  const { submit, isSubmitting, fault } = useCredentials('signUp', (notice, values) => {
    if (notice.kind === 'accountExists') onSignIn({ notice, values })
  })
  return (
    <CredentialsForm mode="signUp" isSubmitting={isSubmitting} notice={fault} onSubmit={submit} startFocused>
      <Button variant="link" onClick={() => onSignIn()}>
        Déjà un compte ? Se connecter
      </Button>
    </CredentialsForm>
  )
}
