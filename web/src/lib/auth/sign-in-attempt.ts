import type { SignInOutput } from 'aws-amplify/auth'
import { IdentityFailure } from './identity-failure.ts'

/** A sign-in that this browser does not hold yet. */
export type ReadySignIn = {
  accessToken(): Promise<string | null>
  /** This browser holds it from now on, and the one before is revoked. */
  takeOver(): void
  /** Ends it: it was made for one call. */
  revoke(): Promise<void>
}

/**
 * How far a sign-in came that is made apart from what this browser keeps. `answer` goes on with it; after a refused
 * answer another one may follow.
 */
export type SignInAttempt =
  | { kind: 'ready'; signIn: ReadySignIn }
  /** The password was right, and the account has a second factor. */
  | { kind: 'codeNeeded'; answer(code: string): Promise<ReadySignIn> }
  /** The password was the temporary one of an invitation; one's own takes its place, and a code may still follow. */
  | { kind: 'newPasswordNeeded'; answer(password: string): Promise<SignInAttempt> }
  /** An operator has taken the password away: a code by e-mail sets the next one. */
  | { kind: 'resetNeeded' }

/** What Amplify says of a sign-in, in this site's words. */
export type SignInStep = Exclude<SignInAttempt['kind'], 'ready'> | 'signedIn'

const STEPS: Record<string, SignInStep> = {
  DONE: 'signedIn',
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: 'codeNeeded',
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: 'newPasswordNeeded',
  RESET_PASSWORD: 'resetNeeded',
}

/** @throws IdentityFailure `unknown` for a step that this site's user pool does not have */
export function stepOf({ nextStep }: Pick<SignInOutput, 'nextStep'>): SignInStep {
  const step = STEPS[nextStep.signInStep]
  if (step === undefined) throw new IdentityFailure('unknown', nextStep)
  return step
}
