import { type ReactNode, useReducer } from 'react'
import { CodeForm } from './code-form.tsx'
import { InvitedPasswordForm } from './invited-password-form.tsx'
import { PasswordReset } from './password-reset.tsx'
import { SignInForm } from './sign-in-form.tsx'
import { firstSignInStep, nextSignInStep, type SignInEvent, type SignInStep } from './sign-in-step.ts'

/** Where a sign-in stands, and how it goes on. */
export function useSignInSteps() {
  return useReducer(nextSignInStep, firstSignInStep)
}

/** What stands above each step. */
export const stepTitles: Record<SignInStep['name'], string> = {
  signIn: 'Connexion',
  signUp: 'Inscription',
  code: 'Connexion',
  newPassword: 'Choisissez un nouveau mot de passe',
  passwordReset: 'Mot de passe oublié',
}

type SignInStepsProps = {
  step: Exclude<SignInStep, { name: 'signUp' }>
  onEvent: (event: SignInEvent) => void
  /** The sign-in takes the focus as soon as it is there, not only when something led back to it. */
  startFocused?: boolean
  /** The way to the sign-up. */
  children: ReactNode
}

/** The form of a step. Whoever shows it closes it when somebody is signed in. */
export function SignInSteps({ step, onEvent, startFocused = false, children }: SignInStepsProps) {
  switch (step.name) {
    case 'signIn':
      return (
        <SignInForm
          start={step.start ?? {}}
          startFocused={startFocused || step.start !== null}
          onAnswered={(email, outcome) => onEvent({ type: 'answered', email, outcome })}
          onForgotten={(email) => onEvent({ type: 'passwordForgotten', email })}
        >
          {children}
        </SignInForm>
      )
    case 'code':
      return <CodeForm answer={step.answer} onBack={() => onEvent(backWith(step.email))} />
    case 'newPassword':
      return (
        <InvitedPasswordForm
          email={step.email}
          answer={step.answer}
          onAnswered={(outcome) => onEvent({ type: 'answered', email: step.email, outcome })}
          onBack={() => onEvent(backWith(step.email))}
        />
      )
    case 'passwordReset':
      return (
        <PasswordReset
          email={step.email}
          isRequired={step.isRequired}
          onSignIn={(start) => onEvent({ type: 'signInChosen', start })}
        />
      )
  }
}

function backWith(email: string): SignInEvent {
  return { type: 'signInChosen', start: { values: { email } } }
}
