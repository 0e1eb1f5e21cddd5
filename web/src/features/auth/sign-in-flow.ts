import type { EmailAndPassword } from '#web/lib/auth/cognito-forms.ts'
import type { SignInOutcome } from '#web/lib/auth/sign-in.ts'
import type { AuthNotice } from './auth-texts.ts'

/** The content of the sign-in form after another step. */
export type SignInStart = { values?: Partial<EmailAndPassword>; notice?: AuthNotice }

type OutcomeWith<Kind> = Extract<SignInOutcome, { kind: Kind }>

export type SignInStep =
  | { name: 'signIn'; start: SignInStart | null }
  | { name: 'signUp' }
  | { name: 'code'; email: string; answer: OutcomeWith<'codeNeeded'>['answer'] }
  /** Replaces the temporary password of an invitation. */
  | { name: 'newPassword'; email: string; answer: OutcomeWith<'newPasswordNeeded'>['answer'] }
  /** `isRequired`: an operator has reset the password. */
  | { name: 'passwordReset'; email: string; isRequired: boolean }

export type SignInEvent =
  /** The account service accepted a password. */
  | { type: 'answered'; email: string; outcome: SignInOutcome }
  | { type: 'passwordForgotten'; email: string }
  | { type: 'signUpChosen' }
  | { type: 'signInChosen'; start: SignInStart }

type Next<Type> = (step: SignInStep, event: Extract<SignInEvent, { type: Type }>) => SignInStep
type Table = {
  [Name in SignInStep['name']]: { [Type in SignInEvent['type']]: Next<Type> }
}

/** Every step with every event. `stay`: the event cannot happen there, or the page or dialog closes. */
const table: Table = {
  signIn: { answered: asked, passwordForgotten: forgotten, signUpChosen: signUp, signInChosen: signIn },
  signUp: { answered: stay, passwordForgotten: stay, signUpChosen: stay, signInChosen: signIn },
  code: { answered: stay, passwordForgotten: stay, signUpChosen: stay, signInChosen: signIn },
  newPassword: { answered: asked, passwordForgotten: stay, signUpChosen: stay, signInChosen: signIn },
  passwordReset: { answered: stay, passwordForgotten: stay, signUpChosen: stay, signInChosen: signIn },
}

export const firstSignInStep: SignInStep = { name: 'signIn', start: null }

export function nextSignInStep(step: SignInStep, event: SignInEvent): SignInStep {
  // The compiler cannot relate the table's row to the step and its cell to the event.
  const next = table[step.name][event.type] as (step: SignInStep, event: SignInEvent) => SignInStep
  return next(step, event)
}

const PASSWORD_CHOSEN = 'Votre mot de passe a été modifié. Vous pouvez vous connecter.'

/** Returns the sign-in step after the password has changed. */
export function startWithNewPassword(email: string): SignInStart {
  return { values: { email }, notice: { kind: 'success', text: PASSWORD_CHOSEN } }
}

function asked(step: SignInStep, { email, outcome }: Extract<SignInEvent, { type: 'answered' }>): SignInStep {
  switch (outcome.kind) {
    case 'signedIn':
      return step
    case 'codeNeeded':
      return { name: 'code', email, answer: outcome.answer }
    case 'newPasswordNeeded':
      return { name: 'newPassword', email, answer: outcome.answer }
    case 'resetNeeded':
      return { name: 'passwordReset', email, isRequired: true }
    case 'passwordChosen':
      return { name: 'signIn', start: startWithNewPassword(email) }
  }
}

function forgotten(_: SignInStep, { email }: { email: string }): SignInStep {
  return { name: 'passwordReset', email, isRequired: false }
}

function signUp(): SignInStep {
  return { name: 'signUp' }
}

function signIn(_: SignInStep, { start }: { start: SignInStart }): SignInStep {
  return { name: 'signIn', start }
}

function stay(step: SignInStep): SignInStep {
  return step
}
