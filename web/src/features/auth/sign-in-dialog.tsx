import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { CredentialsForm } from './credentials-form.tsx'
import type { SignInStart } from './sign-in-step.ts'
import { SignInSteps, stepTitles, useSignInSteps } from './sign-in-steps.tsx'
import { useCredentials } from './use-credentials.ts'

/**
 * The sign-in and sign-up dialog. Whoever opened it closes it when somebody is signed in. Each step is a form of its own:
 * toggling clears fields and error.
 */
export function SignInDialog({ onClose }: { onClose: () => void }) {
  const [step, onEvent] = useSignInSteps()
  return (
    <Dialog title={stepTitles[step.name]} onClose={onClose}>
      {step.name === 'signUp' ? (
        <SignUpForm onSignIn={(start = {}) => onEvent({ type: 'signInChosen', start })} />
      ) : (
        <SignInSteps step={step} onEvent={onEvent} startFocused>
          <Button variant="link" onClick={() => onEvent({ type: 'signUpChosen' })}>
            Créer un compte
          </Button>
        </SignInSteps>
      )}
    </Dialog>
  )
}

/** The sign-up; of an address that has an account already it goes over to the sign-in, with what was typed. */
function SignUpForm({ onSignIn }: { onSignIn: (start?: SignInStart) => void }) {
  const { submit, isSubmitting, fault } = useCredentials('signUp', {
    onFault(notice, values) {
      if (notice.kind === 'accountExists') onSignIn({ notice, values })
    },
  })
  return (
    <CredentialsForm mode="signUp" isSubmitting={isSubmitting} notice={fault} onSubmit={submit} startFocused>
      <Button variant="link" onClick={() => onSignIn()}>
        Déjà un compte ? Se connecter
      </Button>
    </CredentialsForm>
  )
}
