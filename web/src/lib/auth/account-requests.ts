import {
  confirmResetPassword,
  resetPassword,
  signIn as signInAt,
  signUp as signUpAt,
  updatePassword,
} from 'aws-amplify/auth'
import { loadConfig } from '../config.ts'
import { amplifyOver } from './amplify.ts'
import { asking, asWrongPassword } from './asking.ts'
import { type BrowserStorage, createMemoryStorage } from './browser-storage.ts'
import type { EmailAndPassword } from './identity.ts'
import { type SignInStep, stepOf } from './sign-in-attempt.ts'

// Fetched with the first form that is sent: whoever comes back signed in needs none of it, nor what it brings along.

/** Unknown, or invited and never signed in: such an account has a temporary password and is sent no code. */
const NO_CODE = ['UserNotFoundException', 'NotAuthorizedException']

/** Signs in apart from whatever this browser keeps: a wrong password changes nothing. @throws IdentityFailure, ApiFailure */
export async function signIn(
  tokens: BrowserStorage,
  { email, password }: EmailAndPassword,
): Promise<SignInStep> {
  const { authFlow } = await loadConfig()
  return asking(async () => {
    const options = { authFlowType: authFlow }
    const context = await amplifyOver(tokens)
    return stepOf(await signInAt(context, { username: email, password, options }).catch(asWrongPassword))
  })
}

/** Creates a confirmed account (decision D5). @throws IdentityFailure, ApiFailure */
export async function signUp({ email, password }: EmailAndPassword): Promise<void> {
  return asking(async () => {
    const options = { userAttributes: { email } }
    await signUpAt(await amplifyOver(createMemoryStorage()), { username: email, password, options })
  })
}

/** @throws IdentityFailure, ApiFailure */
export async function changePassword(
  tokens: BrowserStorage,
  { current: oldPassword, next: newPassword }: { current: string; next: string },
): Promise<void> {
  return asking(async () => updatePassword(await amplifyOver(tokens), { oldPassword, newPassword }))
}

/** Sends a code by e-mail; answers alike whether the account exists or not. @throws IdentityFailure, ApiFailure */
export async function requestPasswordReset(email: string): Promise<void> {
  return asking(async () => {
    try {
      await resetPassword(await amplifyOver(createMemoryStorage()), { username: email })
    } catch (error) {
      if (!(error instanceof Error && NO_CODE.includes(error.name))) throw error
    }
  })
}

/** @throws IdentityFailure, ApiFailure */
export async function confirmPasswordReset({
  email,
  password,
  code,
}: EmailAndPassword & { code: string }): Promise<void> {
  return asking(async () => {
    const reset = { username: email, confirmationCode: code, newPassword: password }
    await confirmResetPassword(await amplifyOver(createMemoryStorage()), reset)
  })
}
