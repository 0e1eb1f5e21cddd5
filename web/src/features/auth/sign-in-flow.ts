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

/** The account service accepted a password. */
type Answered = { type: 'answered'; email: string; outcome: SignInOutcome }

export type SignInEvent =
  | Answered
  | { type: 'passwordForgotten'; email: string }
  | { type: 'signUpChosen' }
  | { type: 'signInChosen'; start: SignInStart }

export const firstSignInStep: SignInStep = { name: 'signIn', start: null }

/** Returns the next step; an event that cannot happen in a step changes nothing. */
export function nextSignInStep(step: SignInStep, event: SignInEvent): SignInStep {
  if (event.type === 'signInChosen') return { name: 'signIn', start: event.start }
  if (event.type === 'answered')
    return step.name === 'signIn' || step.name === 'newPassword' ? afterPassword(step, event) : step
  if (step.name !== 'signIn') return step
  if (event.type === 'signUpChosen') return { name: 'signUp' }
  return { name: 'passwordReset', email: event.email, isRequired: false }
}

const PASSWORD_CHOSEN = 'Votre mot de passe a été modifié. Vous pouvez vous connecter.'

/** Returns the sign-in step after the password has changed. */
export function startWithNewPassword(email: string): SignInStart {
  return { values: { email }, notice: { kind: 'success', text: PASSWORD_CHOSEN } }
}

function afterPassword(step: SignInStep, { email, outcome }: Answered): SignInStep {
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
