import { type AmplifyContext, createAmplifyContext } from 'aws-amplify'
import { createUserPoolsTokenProvider } from 'aws-amplify/adapter-core'
import { fetchAuthSession, type SignInOutput, signOut } from 'aws-amplify/auth'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { ConsoleLogger } from 'aws-amplify/utils'
import type { BrowserStorage } from '../browser-storage.ts'
import { loadConfig } from '../config.ts'
import { IdentityFailure, toIdentityFailure } from './identity-failure.ts'

/** Gives each sign-in a context: a late answer can only touch the tokens it was requested for. @throws ApiFailure */
export async function createAmplify(tokens: BrowserStorage): Promise<AmplifyContext> {
  const { userPoolId, userPoolClientId, cognitoEndpoint } = await loadConfig()
  // Failures are shown to the user; the console is for faults of the code.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  // The global provider is not configured and would react to the tokens that other tabs write.
  cognitoUserPoolsTokenProvider.teardownNotify()
  const Auth = {
    Cognito: { userPoolId, userPoolClientId, ...(cognitoEndpoint && { userPoolEndpoint: cognitoEndpoint }) },
  }
  const tokenProvider = createUserPoolsTokenProvider(Auth, {
    getItem: async (key) => tokens.getItem(key),
    setItem: async (key, value) => tokens.setItem(key, value),
    removeItem: async (key) => tokens.removeItem(key),
    // Amplify removes its keys one by one; clearing everything would remove the site's own keys too.
    clear: async () => {},
  })
  return createAmplifyContext({ Auth }, { Auth: { tokenProvider } })
}

/** Returns a valid access token, refreshed where needed. @throws errors of Amplify or the network */
export async function fetchAccessToken(
  tokens: BrowserStorage,
  forceRefresh: boolean,
): Promise<string | null> {
  const session = await fetchAuthSession(await createAmplify(tokens), { forceRefresh })
  return session.tokens?.accessToken.toString() ?? null
}

/** Ends the sign-in of these tokens. @throws IdentityFailure, ApiFailure */
export function revokeTokens(tokens: BrowserStorage): Promise<void> {
  return callCognito(async () => signOut(await createAmplify(tokens)))
}

/** Calls Cognito and translates its refusals. @throws IdentityFailure, ApiFailure */
export async function callCognito<T>(request: () => Promise<T>): Promise<T> {
  await loadConfig()
  try {
    return await request()
  } catch (error) {
    throw error instanceof IdentityFailure ? error : toIdentityFailure(error)
  }
}

export type CognitoStep = 'signedIn' | 'codeNeeded' | 'newPasswordNeeded' | 'resetNeeded'

const STEPS: Record<string, CognitoStep> = {
  DONE: 'signedIn',
  CONFIRM_SIGN_IN_WITH_TOTP_CODE: 'codeNeeded',
  CONFIRM_SIGN_IN_WITH_NEW_PASSWORD_REQUIRED: 'newPasswordNeeded',
  RESET_PASSWORD: 'resetNeeded',
}

/** @throws IdentityFailure `unknown` for a step that the site's user pool does not use */
export function cognitoStep({ nextStep }: Pick<SignInOutput, 'nextStep'>): CognitoStep {
  const step = STEPS[nextStep.signInStep]
  if (step === undefined) throw new IdentityFailure('unknown', nextStep)
  return step
}

/** Rethrows an error; the refusal of a blocked account must not differ from that of a wrong password. */
export function rethrowBlockedAsWrongPassword(error: unknown): never {
  if (error instanceof Error && error.name === 'UserLambdaValidationException')
    throw new IdentityFailure('invalidCredentials', error)
  throw error
}
