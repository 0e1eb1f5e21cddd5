import type { AmplifyContext } from 'aws-amplify'
import { confirmSignIn, setUpTOTP, updateMFAPreference, verifyTOTPSetup } from 'aws-amplify/auth'
import { type CognitoStep, callCognito, cognitoStep, rethrowBlockedAsWrongPassword } from './amplify.ts'
import { IdentityFailure, isLockedOut } from './identity-failure.ts'

// Loaded for accounts with a second factor and for invited users; students never load it.

/** After a refusal it still waits. @throws IdentityFailure, `signInExpired` after waiting too long; ApiFailure */
export async function answerChallenge(
  context: AmplifyContext,
  challengeResponse: string,
): Promise<CognitoStep> {
  return callCognito(async () =>
    cognitoStep(await confirmSignIn(context, { challengeResponse }).catch(rethrowExpired)),
  )
}

/** Cognito calls an expired sign-in unauthorised; Amplify reports that there is none. */
function rethrowExpired(error: unknown): never {
  const name = error instanceof Error ? error.name : ''
  if (name === 'SignInException' || (name === 'NotAuthorizedException' && !isLockedOut(error)))
    throw new IdentityFailure('signInExpired', error)
  return rethrowBlockedAsWrongPassword(error)
}

/** The secret for an authenticator app as text, and the address that a QR code carries. */
export type AuthenticatorKey = { secret: string; address: string }

/** The second factor of the signed-in account. Every method throws IdentityFailure or ApiFailure. */
export type SecondFactorSettings = {
  /** Creates a new secret; sign-ins ask for a code only after `switchOn`. */
  createKey(email: string): Promise<AuthenticatorKey>
  /** Requires a code at every sign-in. @throws IdentityFailure `invalidCode` */
  switchOn(code: string): Promise<void>
  /** Ends the requirement of codes, against a last code. @throws IdentityFailure `invalidCode` */
  switchOff(code: string): Promise<void>
}

export function createSecondFactor(context: () => Promise<AmplifyContext>): SecondFactorSettings {
  async function setPreference(code: string, totp: 'PREFERRED' | 'DISABLED'): Promise<void> {
    const amplify = await context()
    await verifyTOTPSetup(amplify, { code })
    await updateMFAPreference(amplify, { totp })
  }
  return {
    createKey: (email) =>
      callCognito(async () => {
        const { sharedSecret, getSetupUri } = await setUpTOTP(await context())
        const address = getSetupUri(encodeURIComponent(__SITE_NAME__), encodeURIComponent(email))
        return { secret: sharedSecret, address: address.toString() }
      }),
    switchOn: (code) => callCognito(() => setPreference(code, 'PREFERRED')),
    switchOff: (code) => callCognito(() => setPreference(code, 'DISABLED')),
  }
}
