import { useState } from 'react'
import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import type { AuthFault } from './auth-texts.ts'
import { CredentialsForm, type CredentialsMode } from './credentials-form.tsx'
import { PasswordReset } from './password-reset.tsx'
import { useCredentials } from './use-credentials.ts'

type Step = CredentialsMode | 'passwordReset'

const titles: Record<Step, string> = {
  signIn: 'Connexion',
  signUp: 'Inscription',
  passwordReset: 'Mot de passe oublié',
}

/** The sign-in and sign-up dialog. Whoever opened it closes it when somebody is signed in. */
export function SignInDialog({ onClose }: { onClose: () => void }) {
  const [step, setStep] = useState<Step>('signIn')
  /** Why the dialog switched by itself: the address has an account already. */
  const [notice, setNotice] = useState<AuthFault | null>(null)
  const goTo = (next: Step) => {
    setNotice(null)
    setStep(next)
  }
  const onFault = (fault: AuthFault) => {
    if (fault.kind !== 'accountExists') return setNotice(null)
    setNotice(fault)
    setStep('signIn')
  }
  return (
    <Dialog title={titles[step]} onClose={onClose}>
      {step === 'passwordReset' ? (
        <PasswordReset onBack={() => goTo('signIn')} />
      ) : (
        <SignInOrUp key={step} mode={step} notice={notice} onFault={onFault} onStep={goTo} />
      )}
    </Dialog>
  )
}

type SignInOrUpProps = {
  mode: CredentialsMode
  notice: AuthFault | null
  onFault: (fault: AuthFault) => void
  onStep: (step: Step) => void
}

/** One of the two forms; its key forgets fields and error when the other takes its place. */
function SignInOrUp({ mode, notice, onFault, onStep }: SignInOrUpProps) {
  const { submit, isSubmitting, fault } = useCredentials(mode, onFault)
  return (
    <CredentialsForm
      mode={mode}
      isSubmitting={isSubmitting}
      fault={fault ?? notice}
      onSubmit={submit}
      startFocused
    >
      {mode === 'signIn' && (
        <Button variant="link" onClick={() => onStep('passwordReset')}>
          Mot de passe oublié ?
        </Button>
      )}
      <Button variant="link" onClick={() => onStep(mode === 'signIn' ? 'signUp' : 'signIn')}>
        {mode === 'signIn' ? 'Créer un compte' : 'Déjà un compte ? Se connecter'}
      </Button>
    </CredentialsForm>
  )
}
