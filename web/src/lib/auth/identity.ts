import { Amplify } from 'aws-amplify'
import * as amplify from 'aws-amplify/auth'
import { ConsoleLogger } from 'aws-amplify/utils'
import type { SiteConfig } from '#shared/contract/site-config.ts'
import { networkFailure } from '../api/failure.ts'
import { loadConfig } from '../config.ts'
import { IdentityFailure, identityFailureOf, isDefinitive } from './identity-failure.ts'

/** What an account signs in with. */
export type EmailAndPassword = { email: string; password: string }

/** The account service, as far as this site uses it. Every method throws IdentityFailure or ApiFailure. */
export type Identity = {
  signIn(account: EmailAndPassword): Promise<void>
  /** Creates a confirmed account (decision D5); does not sign in. */
  signUp(account: EmailAndPassword): Promise<void>
  signOut(): Promise<void>
  /** A valid access token; null when the account must sign in again. */
  accessToken(options?: { forceRefresh?: boolean }): Promise<string | null>
  /** Sends a code by e-mail; answers alike whether the account exists or not. */
  requestPasswordReset(email: string): Promise<void>
  confirmPasswordReset(account: EmailAndPassword & { code: string }): Promise<void>
}

/** Cognito through Amplify. This module is the only one that imports it and is loaded when somebody signs in. */
export const cognito: Identity = {
  signIn: (account) => asking(async (config) => signIn(config, account)),

  signUp: ({ email, password }) =>
    asking(async () => {
      await amplify.signUp({ username: email, password, options: { userAttributes: { email } } })
    }),

  signOut: () => asking(() => amplify.signOut()),

  async accessToken(options = {}) {
    await configure()
    try {
      const { tokens } = await amplify.fetchAuthSession(options)
      return tokens?.accessToken.toString() ?? null
    } catch (error) {
      if (isDefinitive(error)) return null
      throw networkFailure(error)
    }
  },

  requestPasswordReset: (email) =>
    asking(async () => {
      try {
        await amplify.resetPassword({ username: email })
      } catch (error) {
        if (!(error instanceof Error && error.name === 'UserNotFoundException')) throw error
      }
    }),

  confirmPasswordReset: ({ email, password, code }) =>
    asking(() =>
      amplify.confirmResetPassword({ username: email, confirmationCode: code, newPassword: password }),
    ),
}

async function signIn({ authFlow }: SiteConfig, { email, password }: EmailAndPassword): Promise<void> {
  const attempt = () => amplify.signIn({ username: email, password, options: { authFlowType: authFlow } })
  const result = await attempt().catch(async (error: unknown) => {
    if (error instanceof Error && error.name === 'UserLambdaValidationException')
      throw new IdentityFailure('invalidCredentials', error)
    if (!(error instanceof Error && error.name === 'UserAlreadyAuthenticatedException')) throw error
    // Tokens of an earlier visit are still there: they belong to a session that is over.
    await amplify.signOut()
    return attempt()
  })
  if (!result.isSignedIn) throw new IdentityFailure('unknown', result.nextStep)
}

async function asking<T>(ask: (config: SiteConfig) => Promise<T>): Promise<T> {
  const config = await configure()
  try {
    return await ask(config)
  } catch (error) {
    throw error instanceof IdentityFailure ? error : identityFailureOf(error)
  }
}

let configured = false

async function configure(): Promise<SiteConfig> {
  const config = await loadConfig()
  if (configured) return config
  const { userPoolId, userPoolClientId, cognitoEndpoint } = config
  // Every failure is told to the person; the console is for faults of the code.
  ConsoleLogger.LOG_LEVEL = 'ERROR'
  Amplify.configure({
    Auth: {
      Cognito: {
        userPoolId,
        userPoolClientId,
        ...(cognitoEndpoint && { userPoolEndpoint: cognitoEndpoint }),
      },
    },
  })
  configured = true
  return config
}
