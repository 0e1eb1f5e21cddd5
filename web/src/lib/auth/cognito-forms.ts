import { confirmResetPassword, resetPassword, signIn, signUp, updatePassword } from 'aws-amplify/auth'
import { type BrowserStorage, createMemoryStorage } from '../browser-storage.ts'
import { loadConfig } from '../config.ts'
import {
  type CognitoStep,
  callCognito,
  cognitoStep,
  createAmplify,
  rethrowBlockedAsWrongPassword,
} from './amplify.ts'

// Loaded with the first form that is sent; a returning user who is still signed in does not need it.

export type EmailAndPassword = { email: string; password: string }

/** `proof`: the proof of work for one attempt to sign up. */
export type NewAccount = EmailAndPassword & { proof: string }

/** Starts a sign-in whose tokens go into `tokens`. @throws IdentityFailure, ApiFailure */
export async function startSignIn(
  tokens: BrowserStorage,
  { email, password }: EmailAndPassword,
): Promise<CognitoStep> {
  const { authFlow } = await loadConfig()
  return callCognito(async () => {
    const options = { authFlowType: authFlow }
    const context = await createAmplify(tokens)
    const output = await signIn(context, { username: email, password, options }).catch(
      rethrowBlockedAsWrongPassword,
    )
    return cognitoStep(output)
  })
}

/** Creates an account, which Cognito confirms at once. @throws IdentityFailure, ApiFailure */
export async function createAccount({ email, password, proof }: NewAccount): Promise<void> {
  return callCognito(async () => {
    const options = { userAttributes: { email }, validationData: { altcha: proof } }
    await signUp(await createAmplify(createMemoryStorage()), { username: email, password, options })
  })
}

/** @throws IdentityFailure, ApiFailure */
export async function replacePassword(
  tokens: BrowserStorage,
  { current: oldPassword, next: newPassword }: { current: string; next: string },
): Promise<void> {
  return callCognito(async () => updatePassword(await createAmplify(tokens), { oldPassword, newPassword }))
}

/** Refusals for an unknown address and for an invited account that never signed in: neither is sent a code. */
const NO_CODE = ['UserNotFoundException', 'NotAuthorizedException']

/** Sends a code by e-mail; succeeds whether the account exists or not. @throws IdentityFailure, ApiFailure */
export async function sendResetCode(email: string): Promise<void> {
  return callCognito(async () => {
    try {
      await resetPassword(await createAmplify(createMemoryStorage()), { username: email })
    } catch (error) {
      if (!(error instanceof Error && NO_CODE.includes(error.name))) throw error
    }
  })
}

/** @throws IdentityFailure, ApiFailure */
export async function resetPasswordWithCode({
  email,
  password,
  code,
}: EmailAndPassword & { code: string }): Promise<void> {
  return callCognito(async () => {
    const reset = { username: email, confirmationCode: code, newPassword: password }
    await confirmResetPassword(await createAmplify(createMemoryStorage()), reset)
  })
}
