import type { AmplifyContext } from 'aws-amplify'
import { confirmSignIn } from 'aws-amplify/auth'
import { asking, asWrongPassword } from './asking.ts'
import { IdentityFailure, isLocked } from './identity-failure.ts'
import { type SignInStep, stepOf } from './sign-in-attempt.ts'

// Fetched by those who have a second factor or were invited: students never are.

/**
 * Goes on with a sign-in that waits for a code or a new password; after a refused one it still waits.
 * @returns what it waits for now
 * @throws IdentityFailure `invalidCode`, `passwordTooShort`, `passwordLeaked`, `signInExpired` when it waited too long; ApiFailure
 */
export async function answerSignIn(context: AmplifyContext, challengeResponse: string): Promise<SignInStep> {
  return asking(async () => stepOf(await confirmSignIn(context, { challengeResponse }).catch(asExpired)))
}

/** Of a sign-in that is over, Cognito says that it is not authorised, and Amplify that there is none. */
function asExpired(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'SignInException' || (name === 'NotAuthorizedException' && !isLocked(error)))
    throw new IdentityFailure('signInExpired', error)
  return asWrongPassword(error)
}
