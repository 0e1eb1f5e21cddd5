import type { Credentials } from '../api/credentials.ts'
import { lendCredentials } from '../api/credentials.ts'
import { ApiFailure, isTransient } from '../api/failure.ts'
import { type AuthStore, authStore } from './auth-store.ts'
import { delayAfter, startHeartbeat } from './heartbeat.ts'
import { cognito, type EmailAndPassword, type Identity } from './identity.ts'
import { type SessionRequests, sessionRequests } from './session-requests.ts'
import { clearSessionId, readSessionId, writeSessionId } from './session-storage.ts'

type Deps = { identity: Identity; requests: SessionRequests; store: AuthStore }

/** Refusals after which nobody is signed in any more (decision D13). */
const DEFINITIVE = ['AUTHENTICATION_REQUIRED', 'ACCOUNT_BLOCKED', 'SESSION_INACTIVE', 'PROFILE_NOT_FOUND']

/** The account's one session on this browser: opens it, keeps it alive, and closes it. */
export function createSession({ identity, requests, store }: Deps) {
  let stopHeartbeat = () => {}
  let renewing: Promise<void> | null = null

  /** Headers of the session; each kind of refusal is healed at most once per call, then it ends the session. */
  const credentialsWith = (heal: (code: string) => Promise<boolean>): Credentials => ({
    async headers() {
      const token = await identity.accessToken()
      const sessionId = readSessionId()
      return {
        ...(token !== null && { authorization: `Bearer ${token}` }),
        ...(sessionId !== null && { 'x-session-id': sessionId }),
      }
    },
    async recover(code, healed) {
      if (!DEFINITIVE.includes(code)) return false
      if (!healed.includes(code) && (await heal(code))) return true
      await end()
      return false
    },
  })

  const refreshToken = async (code: string) =>
    code === 'AUTHENTICATION_REQUIRED' && (await identity.accessToken({ forceRefresh: true })) !== null

  const renewal = credentialsWith(refreshToken)
  const credentials = credentialsWith(async (code) => {
    if (code !== 'SESSION_INACTIVE') return refreshToken(code)
    // A page back from sleep takes its own stale lease up again (decision D14).
    await renew()
    return true
  })
  const farewell: Credentials = { headers: credentials.headers, recover: async () => false }

  /** Claims the session, reads the profile and starts the heartbeat. */
  async function open(): Promise<void> {
    if ((await identity.accessToken()) === null) throw new ApiFailure('refused')
    writeSessionId(await requests.claim(renewal, readSessionId()))
    const { profile } = await requests.read(renewal)
    const sessionId = readSessionId()
    if (sessionId === null) throw new ApiFailure('refused')
    stopHeartbeat()
    lendCredentials(credentials)
    store.dispatch({ type: 'opened', sessionId, profile })
    stopHeartbeat = startHeartbeat(beat)
  }

  /** The heartbeat's request; simultaneous callers share one. */
  function renew(): Promise<void> {
    renewing ??= requestRenewal().finally(() => {
      renewing = null
    })
    return renewing
  }

  async function requestRenewal(): Promise<void> {
    const sessionId = readSessionId()
    const { profile } = await requests.renew(renewal)
    if (sessionId !== null) store.dispatch({ type: 'renewed', sessionId, profile })
  }

  /** Renews and says whether it came through; only transient failures are left to report. */
  async function beat(): Promise<boolean> {
    try {
      await renew()
      return true
    } catch (error) {
      if (isTransient(error)) store.dispatch({ type: 'troubled', trouble: troubleOf(error) })
      return false
    }
  }

  /** Forgets the session on this browser without asking the server. */
  function forget(): void {
    stopHeartbeat()
    lendCredentials(null)
    clearSessionId()
    store.dispatch({ type: 'ended' })
  }

  /** Signs out silently after a definitive refusal. */
  async function end(): Promise<void> {
    await settle(identity.signOut())
    forget()
  }

  return {
    /** The check at the start of a page: takes the stored session up again, or signs out. Waits out bad networks. */
    async start(): Promise<void> {
      store.dispatch({ type: 'checkStarted' })
      for (let failures = 1; store.get().status === 'loading'; failures++) {
        try {
          return await open()
        } catch (error) {
          if (!isTransient(error)) return await end()
          store.dispatch({ type: 'troubled', trouble: troubleOf(error) })
          await networkOr(delayAfter(failures))
        }
      }
    },

    /** @throws IdentityFailure, ApiFailure (SESSION_ALREADY_ACTIVE among them); nobody is signed in then */
    async signIn(account: EmailAndPassword): Promise<void> {
      await identity.signIn(account)
      try {
        await open()
      } catch (error) {
        // A lease that was claimed but never used would keep its own account out for a minute.
        if (isTransient(error)) await settle(requests.clear(farewell))
        await end()
        throw error
      }
    },

    /** Creates the account and signs it in. @throws as signIn */
    async signUp(account: EmailAndPassword): Promise<void> {
      await identity.signUp(account)
      await this.signIn(account)
    },

    /** Frees the session on the server and signs out; completes even if steps fail (spec section 4). */
    async signOut(): Promise<void> {
      store.dispatch({ type: 'signOutStarted' })
      stopHeartbeat()
      await settle(requests.clear(farewell))
      await end()
    },

    /** Asks the server at once, as 'Rafraîchir la session' does. */
    async refresh(): Promise<void> {
      await beat()
    },

    /** Another tab closed the session: it has told the server already. */
    closedElsewhere(): void {
      forget()
    },

    requestPasswordReset: identity.requestPasswordReset,
    confirmPasswordReset: identity.confirmPasswordReset,
  }
}

/** The session of this page. */
export const session = createSession({ identity: cognito, requests: sessionRequests, store: authStore })

function troubleOf(error: unknown) {
  return error instanceof ApiFailure && error.kind === 'failing' ? 'failing' : 'offline'
}

/** Waits, but not beyond the return of the network. */
function networkOr(delayMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, delayMs)
    window.addEventListener('online', done)
  })
}

/** Waits for a step whose failure changes nothing. */
async function settle(step: Promise<unknown>): Promise<void> {
  await step.catch(() => undefined)
}
