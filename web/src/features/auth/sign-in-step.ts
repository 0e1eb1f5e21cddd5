import type { SignInOutcome } from '#web/lib/auth/sign-in.ts'
import type { AuthNotice } from './auth-texts.ts'
import type { Credentials } from './credentials-form.tsx'

/** With what the sign-in begins when something else led there. */
export type SignInStart = { values?: Partial<Credentials>; notice?: AuthNotice }

type Waiting<Kind> = Extract<SignInOutcome, { kind: Kind }>

/** What is asked of somebody who signs in, on the page and in the dialog. */
export type SignInStep =
  | { name: 'signIn'; start: SignInStart | null }
  | { name: 'signUp' }
  | { name: 'code'; email: string; answer: Waiting<'codeNeeded'>['answer'] }
  /** In the place of the temporary password of an invitation. */
  | { name: 'newPassword'; email: string; answer: Waiting<'newPasswordNeeded'>['answer'] }
  /** `isRequired`: not because it was forgotten, but since an operator took the old one away. */
  | { name: 'passwordReset'; email: string; isRequired: boolean }

/** What can happen in a step. */
export type SignInEvent =
  /** The account service answered a password. */
  | { type: 'answered'; email: string; outcome: SignInOutcome }
  | { type: 'passwordForgotten'; email: string }
  | { type: 'signUpChosen' }
  | { type: 'signInChosen'; start: SignInStart }

type Next<Type> = (step: SignInStep, event: Extract<SignInEvent, { type: Type }>) => SignInStep
type Table = {
  [Name in SignInStep['name']]: { [Type in SignInEvent['type']]: Next<Type> }
}

/** The whole machine: step, event, next step. `stay` is what cannot happen there, or ends with somebody signed in. */
const table: Table = {
  signIn: { answered: asked, passwordForgotten: forgotten, signUpChosen: signUp, signInChosen: signIn },
  signUp: { answered: stay, passwordForgotten: stay, signUpChosen: stay, signInChosen: signIn },
  code: { answered: stay, passwordForgotten: stay, signUpChosen: stay, signInChosen: signIn },
  newPassword: { answered: asked, passwordForgotten: stay, signUpChosen: stay, signInChosen: signIn },
  passwordReset: { answered: stay, passwordForgotten: stay, signUpChosen: stay, signInChosen: signIn },
}

/** Where everybody begins. */
export const firstSignInStep: SignInStep = { name: 'signIn', start: null }

/** The step after an event. */
export function nextSignInStep(step: SignInStep, event: SignInEvent): SignInStep {
  // The row belongs to the step and the cell to the event, which the compiler cannot follow through two look-ups.
  const next = table[step.name][event.type] as (step: SignInStep, event: SignInEvent) => SignInStep
  return next(step, event)
}

const PASSWORD_CHOSEN = 'Votre mot de passe a été modifié. Vous pouvez vous connecter.'

/** Back at the sign-in with a new password. */
export function withNewPassword(email: string): SignInStart {
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
      return { name: 'signIn', start: withNewPassword(email) }
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
