import { Button } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { SignInForms, stepTitles, useSignInFlow } from './sign-in-forms.tsx'
import { SignUpForm } from './sign-up-form.tsx'

/** Signs in or up on any page; the app closes it when the user is signed in. Switching between the forms clears them. */
export function SignInDialog({ onClose }: { onClose: () => void }) {
  const [step, onEvent] = useSignInFlow()
  return (
    <Dialog title={stepTitles[step.name]} onClose={onClose}>
      {step.name === 'signUp' ? (
        <SignUpForm
          startFocused
          // An address that has an account continues in the sign-in with what was typed.
          onFault={(notice, values) => {
            if (notice.kind === 'accountExists') onEvent({ type: 'signInChosen', start: { notice, values } })
          }}
        >
          <Button variant="link" onClick={() => onEvent({ type: 'signInChosen', start: {} })}>
            Déjà un compte&nbsp;? Se connecter
          </Button>
        </SignUpForm>
      ) : (
        <SignInForms step={step} onEvent={onEvent} startFocused>
          <Button variant="link" onClick={() => onEvent({ type: 'signUpChosen' })}>
            Créer un compte
          </Button>
        </SignInForms>
      )}
    </Dialog>
  )
}
