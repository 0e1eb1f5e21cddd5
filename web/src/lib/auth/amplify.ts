import { type AmplifyContext, createAmplifyContext } from 'aws-amplify'
import { createUserPoolsTokenProvider } from 'aws-amplify/adapter-core'
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito'
import { ConsoleLogger } from 'aws-amplify/utils'
import { loadConfig } from '../config.ts'
import type { BrowserStorage } from './browser-storage.ts'

/**
 * Amplify over these tokens. Each sign-in has an Amplify of its own rather than the global one: an answer that comes
 * late, such as a token refresh after the sign-out, can then only touch the tokens it was asked for.
 * @throws ApiFailure when this installation's configuration cannot be read
 */
export async function amplifyOver(tokens: BrowserStorage): Promise<AmplifyContext> {
  const { userPoolId, userPoolClientId, cognitoEndpoint } = await loadConfig()
  // Every failure is told to the person; the console is for faults of the code.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  // The global provider, which nobody configured, would try to read what other tabs write.
  cognitoUserPoolsTokenProvider.teardownNotify()
  const Auth = {
    Cognito: {
      userPoolId,
      userPoolClientId,
      ...(cognitoEndpoint && { userPoolEndpoint: cognitoEndpoint }),
    },
  }
  const tokenProvider = createUserPoolsTokenProvider(Auth, {
    getItem: async (key) => tokens.getItem(key),
    setItem: async (key, value) => tokens.setItem(key, value),
    removeItem: async (key) => tokens.removeItem(key),
    // Amplify clears key by key; all at once would take our own keys too.
    clear: async () => {},
  })
  return createAmplifyContext({ Auth }, { Auth: { tokenProvider } })
}
