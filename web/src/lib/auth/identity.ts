import { fetchAuthSession, signOut } from 'aws-amplify/auth'
import { networkFailure } from '../api/failure.ts'
import { amplifyOver } from './amplify.ts'
import { asking } from './asking.ts'
import { type BrowserStorage, browserStorage, createMemoryStorage } from './browser-storage.ts'
import { isDefinitive } from './identity-failure.ts'
import type { SecondFactor } from './second-factor.ts'
import { clearSessionId } from './session-storage.ts'
import type { ReadySignIn, SignInAttempt, SignInStep } from './sign-in-attempt.ts'
import { createTokenStorage, replaceTokens, type TokenStorage, userOf } from './token-storage.ts'
import { within } from './within.ts'

/** What an account signs in with. */
export type EmailAndPassword = { email: string; password: string }

/** The account service, as far as this site uses it. Every method that promises throws IdentityFailure or ApiFailure. */
export type Identity = {
  /** Signs in; tokens of an earlier sign-in are gone then, and its session id too when it was another account's. */
  signIn(account: EmailAndPassword): Promise<SignInOutcome>
  /** Signs in apart from this browser, which keeps what it has until the new sign-in takes its place. */
  signInAside(account: EmailAndPassword): Promise<SignInAttempt>
  /** Whose tokens this browser holds, whichever tab put them there; null when there are none. */
  user(): string | null
  /** Creates a confirmed account (decision D5); does not sign in. */
  signUp(account: EmailAndPassword): Promise<void>
  /** Removes the tokens from this browser at once; the answer still speaks for them. */
  leave(): LeftSignIn
  /** Forgets the tokens without removing them: they are another sign-in's by now. */
  letGo(): void
  /** A valid access token; null when the account must sign in again. Simultaneous callers share one refresh. */
  accessToken(options?: { forceRefresh?: boolean }): Promise<string | null>
  changePassword(passwords: { current: string; next: string }): Promise<void>
  /** The second factor of whoever is signed in; its code is fetched first. */
  secondFactor(): Promise<SecondFactor>
  /** Sends a code by e-mail; answers alike whether the account exists or not. */
  requestPasswordReset(email: string): Promise<void>
  confirmPasswordReset(account: EmailAndPassword & { code: string }): Promise<void>
}

/** How far a sign-in came, as in {@link SignInAttempt}; here this browser holds it as soon as it is complete. */
export type SignInOutcome =
  | { kind: 'signedIn' }
  | { kind: 'codeNeeded'; answer(code: string): Promise<void> }
  | { kind: 'newPasswordNeeded'; answer(password: string): Promise<SignInOutcome> }
  | { kind: 'resetNeeded' }
  /** The new password holds, but its sign-in did not come through: one signs in with it. */
  | { kind: 'passwordChosen' }

/** A sign-in that this browser has forgotten already. */
export type LeftSignIn = { accessToken(): Promise<string | null>; revoke(): Promise<void> }

/** The account service may be as slow as the site's own. */
const TIMEOUT_MS = 10_000

/** Cognito through Amplify, loaded when somebody signs in. */
export function createCognito(): Identity {
  let current = signInOver(createTokenStorage())

  function leave(): LeftSignIn {
    const left = current
    left.tokens.takeOut()
    current = signInOver(createTokenStorage())
    return {
      accessToken: () => left.accessToken(),
      revoke: () => asking(async () => signOut(await left.context())),
    }
  }

  async function signInAside(account: EmailAndPassword): Promise<SignInAttempt> {
    const tokens = createMemoryStorage()
    return attemptAt(await (await loadRequests()).signIn(tokens, account), tokens)
  }

  function attemptAt(step: SignInStep, tokens: BrowserStorage): SignInAttempt {
    const answerWith = async (answer: string) => {
      const { answerSignIn } = await import('./sign-in-answers.ts')
      return answerSignIn(await amplifyOver(tokens), answer)
    }
    switch (step) {
      case 'signedIn':
        return { kind: 'ready', signIn: readyOver(tokens) }
      case 'codeNeeded':
        return {
          kind: step,
          async answer(code) {
            await answerWith(code)
            return readyOver(tokens)
          },
        }
      case 'newPasswordNeeded':
        return { kind: step, answer: async (password) => attemptAt(await answerWith(password), tokens) }
      case 'resetNeeded':
        return { kind: step }
    }
  }

  function readyOver(tokens: BrowserStorage): ReadySignIn {
    return {
      accessToken: () => accessToken(tokens, false),
      revoke: () => asking(async () => signOut(await amplifyOver(tokens))),
      takeOver() {
        const isSame = userOf(tokens) === userOf(browserStorage)
        const left = leave()
        if (!isSame) clearSessionId()
        replaceTokens(tokens)
        void left.revoke().catch(() => undefined)
      },
    }
  }

  return {
    signIn: async (account) => taken(await signInAside(account)),
    signInAside,
    user: () => userOf(browserStorage),

    signUp: async (account) => (await loadRequests()).signUp(account),

    leave,

    letGo() {
      current.tokens.letGo()
      current = signInOver(createTokenStorage())
    },

    accessToken: ({ forceRefresh = false } = {}) => current.accessToken(forceRefresh),

    async changePassword(passwords) {
      const { tokens } = current
      await (await loadRequests()).changePassword(tokens, passwords)
    },

    async secondFactor() {
      const { secondFactorOver } = await import('./second-factor.ts')
      return secondFactorOver(() => current.context())
    },

    requestPasswordReset: async (email) => (await loadRequests()).requestPasswordReset(email),

    confirmPasswordReset: async (account) => (await loadRequests()).confirmPasswordReset(account),
  }
}

/** @throws ApiFailure */
async function loadRequests() {
  return import('./account-requests.ts').catch((cause: unknown) => {
    throw networkFailure(cause)
  })
}

/** The account service of this page. */
export const cognito = createCognito()

/** One sign-in: its tokens, and Amplify over them. */
function signInOver(tokens: TokenStorage) {
  const asked = new Map<boolean, Promise<string | null>>()
  return {
    tokens,
    context: () => amplifyOver(tokens),
    accessToken(forceRefresh = false): Promise<string | null> {
      const running = asked.get(true) ?? asked.get(forceRefresh)
      if (running) return running
      const request = accessToken(tokens, forceRefresh).finally(() => asked.delete(forceRefresh))
      asked.set(forceRefresh, request)
      return request
    },
  }
}

async function accessToken(storage: BrowserStorage, forceRefresh: boolean): Promise<string | null> {
  const context = await amplifyOver(storage)
  try {
    const { tokens } = await within(TIMEOUT_MS, fetchAuthSession(context, { forceRefresh }))
    return tokens?.accessToken.toString() ?? null
  } catch (error) {
    if (isDefinitive(error)) return null
    throw networkFailure(error)
  }
}

/** A sign-in that this browser takes over as soon as it is complete. */
function taken(attempt: SignInAttempt): SignInOutcome {
  switch (attempt.kind) {
    case 'ready':
      attempt.signIn.takeOver()
      return { kind: 'signedIn' }
    case 'codeNeeded':
      return { ...attempt, answer: async (code) => (await attempt.answer(code)).takeOver() }
    case 'newPasswordNeeded':
      return { ...attempt, answer: async (password) => taken(await attempt.answer(password)) }
    case 'resetNeeded':
      return attempt
  }
}
