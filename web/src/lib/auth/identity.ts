import { networkFailure } from '../api/failure.ts'
import { type BrowserStorage, browserStorage, createMemoryStorage } from '../browser-storage.ts'
import { inTime } from '../network.ts'
import type { CognitoStep } from './amplify.ts'
import type { SecondFactorSettings } from './cognito-challenges.ts'
import type { EmailAndPassword, NewAccount } from './cognito-forms.ts'
import { isDefinitive } from './identity-failure.ts'
import { clearSessionId } from './session-storage.ts'
import { createTokenStorage, replaceStoredTokens, tokenUser, validToken } from './token-storage.ts'

/** A sign-in whose tokens this browser does not store, or no longer stores. */
export type DetachedSignIn = { accessToken(): Promise<string | null>; revoke(): Promise<void> }

/** A complete sign-in, not stored yet. */
export type ReadySignIn = DetachedSignIn & {
  /** Stores its tokens in this browser and revokes the sign-in that was stored before. */
  activate(): void
}

/** A sign-in under way. `answer` continues it, also after a refused answer. */
export type SignInAttempt =
  | { kind: 'ready'; signIn: ReadySignIn }
  /** The password was right, and the account has a second factor. */
  | { kind: 'codeNeeded'; answer(code: string): Promise<ReadySignIn> }
  /** The password was the temporary one of an invitation; a code may still be needed after the new one. */
  | { kind: 'newPasswordNeeded'; answer(password: string): Promise<SignInAttempt> }
  /** An operator has reset the password: a code by e-mail sets the next one. */
  | { kind: 'resetNeeded' }

/** The account service and the tokens in this browser. Every promise rejects with IdentityFailure or ApiFailure. */
export type Identity = {
  /** Signs in without touching the stored tokens; they are replaced when the result is activated. */
  signIn(account: EmailAndPassword): Promise<SignInAttempt>
  /** Creates a confirmed account; does not sign in. */
  signUp(account: NewAccount): Promise<void>
  /** Returns the user whose tokens this browser stores, whichever tab stored them; null when there are none. */
  user(): string | null
  /** Returns a valid access token; null when the account must sign in again. Simultaneous callers share one refresh. */
  accessToken(options?: { forceRefresh?: boolean }): Promise<string | null>
  /** Removes the tokens from this browser at once and returns their sign-in for its last requests. */
  detach(): DetachedSignIn
  /** Forgets the tokens without removing them: another sign-in has replaced them. */
  release(): void
  changePassword(passwords: { current: string; next: string }): Promise<void>
  /** Loads the code of the second factor and returns the settings of the signed-in account. */
  secondFactor(): Promise<SecondFactorSettings>
}

const TOKEN_TIMEOUT_MS = 10_000

export function createCognito(): Identity {
  let current = createStoredSignIn()

  function detach(): DetachedSignIn {
    const { tokens, accessToken } = current
    tokens.detach()
    current = createStoredSignIn()
    return { accessToken: () => accessToken(), revoke: () => revoke(tokens) }
  }

  function attempt(step: CognitoStep, tokens: BrowserStorage): SignInAttempt {
    const answerWith = async (response: string) => {
      const { answerChallenge } = await import('./cognito-challenges.ts')
      const { createAmplify } = await loadAmplify()
      return answerChallenge(await createAmplify(tokens), response)
    }
    switch (step) {
      case 'signedIn':
        return { kind: 'ready', signIn: readySignIn(tokens) }
      case 'codeNeeded':
        return {
          kind: step,
          async answer(code) {
            await answerWith(code)
            return readySignIn(tokens)
          },
        }
      case 'newPasswordNeeded':
        return { kind: step, answer: async (password) => attempt(await answerWith(password), tokens) }
      case 'resetNeeded':
        return { kind: step }
    }
  }

  function readySignIn(tokens: BrowserStorage): ReadySignIn {
    return {
      accessToken: () => fetchAccessToken(tokens, false),
      revoke: () => revoke(tokens),
      activate() {
        // The server lets the same account claim its session again; another account must not send its id.
        const isSameUser = tokenUser(tokens) === tokenUser(browserStorage)
        const previous = detach()
        if (!isSameUser) clearSessionId()
        replaceStoredTokens(tokens)
        void previous.revoke().catch(() => undefined)
      },
    }
  }

  return {
    async signIn(account) {
      const tokens = createMemoryStorage()
      return attempt(await (await loadForms()).startSignIn(tokens, account), tokens)
    },
    signUp: async (account) => (await loadForms()).createAccount(account),
    user: () => tokenUser(browserStorage),
    accessToken: ({ forceRefresh = false } = {}) => current.accessToken(forceRefresh),
    detach,
    release() {
      current.tokens.release()
      current = createStoredSignIn()
    },
    async changePassword(passwords) {
      const { tokens } = current
      await (await loadForms()).replacePassword(tokens, passwords)
    },
    async secondFactor() {
      const { createSecondFactor } = await import('./cognito-challenges.ts')
      const { createAmplify } = await loadAmplify()
      return createSecondFactor(() => createAmplify(current.tokens))
    },
  }
}

export const cognito = createCognito()

/** @throws ApiFailure */
async function loadForms() {
  return import('./cognito-forms.ts').catch(throwNetworkFailure)
}

/** Amplify is loaded only when needed: on most visits the token of the last visit is still valid. @throws ApiFailure */
async function loadAmplify() {
  return import('./amplify.ts').catch(throwNetworkFailure)
}

function throwNetworkFailure(cause: unknown): never {
  throw networkFailure(cause)
}

function createStoredSignIn() {
  const tokens = createTokenStorage()
  const running = new Map<boolean, Promise<string | null>>()
  return {
    tokens,
    accessToken(forceRefresh = false): Promise<string | null> {
      const shared = running.get(true) ?? running.get(forceRefresh)
      if (shared) return shared
      const request = fetchAccessToken(tokens, forceRefresh).finally(() => running.delete(forceRefresh))
      running.set(forceRefresh, request)
      return request
    },
  }
}

async function fetchAccessToken(tokens: BrowserStorage, forceRefresh: boolean): Promise<string | null> {
  if (tokenUser(tokens) === null) return null
  const stored = forceRefresh ? null : validToken(tokens)
  if (stored !== null) return stored
  try {
    const { fetchAccessToken: fetchToken } = await loadAmplify()
    return await inTime(fetchToken(tokens, forceRefresh), TOKEN_TIMEOUT_MS)
  } catch (error) {
    if (isDefinitive(error)) return null
    throw networkFailure(error)
  }
}

async function revoke(tokens: BrowserStorage): Promise<void> {
  await (await loadAmplify()).revokeTokens(tokens)
}
