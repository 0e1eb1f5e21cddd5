import type { ClaimedSession } from '#shared/contract/session.ts'
import { type Credentials, lendCredentials } from '../api/credentials.ts'
import { ApiFailure, isTransient } from '../api/failure.ts'
import { type AccountDeletion, deleteAccount } from './account-deletion.ts'
import { type AuthStore, authStore } from './auth-store.ts'
import { type Heartbeat, startHeartbeat } from './heartbeat.ts'
import { cognito, type Identity, type LeftSignIn } from './identity.ts'
import { changePassword, type PasswordChange } from './password-change.ts'
import { networkOr, retryDelay } from './retry.ts'
import { bareCredentialsOf, credentialsOf } from './session-credentials.ts'
import { type SessionRequests, sessionRequests } from './session-requests.ts'
import { clearSessionId, readSessionId, writeSessionId } from './session-storage.ts'
import { signInBy } from './sign-in.ts'
import { signUpBy } from './sign-up.ts'
import { tabs as otherTabs, type Tabs } from './tabs.ts'
import { settle } from './within.ts'

/** A session whose account is changed. */
export type LiveSession = {
  identity: Identity
  requests: SessionRequests
  credentials: Credentials
  email: string
  renew(): Promise<void>
  end(): Promise<void>
}

type Deps = { identity: Identity; requests: SessionRequests; store: AuthStore; tabs: Tabs }

/** The account's one session on this browser: opens it, keeps it alive, and closes it. */
export function createSession({ identity, requests, store, tabs }: Deps) {
  /** The session id that this tab speaks for; null before the first claim. */
  let own: string | null = null
  /** Whose session that is, in the account service's words. */
  let user: string | null = null
  /** Counts sign-ins and sign-outs: what was asked in an earlier era is nobody's business any more. */
  let era = 0
  let heartbeat: Heartbeat | null = null
  let renewing: Promise<void> | null = null
  let leaving: Promise<void> | null = null

  /** Whether another sign-in or none has followed by the time that it is asked. */
  function endOfEra(): () => boolean {
    const asked = era
    return () => era !== asked
  }

  function credentials() {
    return credentialsOf({ identity, sessionId: () => own, isOver: endOfEra(), renew, end })
  }

  /** Claims the session, which answers the profile as well, and starts the heartbeat. */
  async function open(): Promise<void> {
    era += 1
    own = readSessionId()
    const asked = era
    try {
      if ((await identity.accessToken()) === null) throw new ApiFailure('refused')
      const claimed = await requests.claim(credentials().ofSession, own)
      if (era === asked) begin(claimed)
    } catch (error) {
      if (era === asked) throw error
    }
  }

  function begin({ sessionId, profile }: Pick<ClaimedSession, 'sessionId' | 'profile'>): void {
    own = sessionId
    user = identity.user()
    writeSessionId(sessionId)
    const before = store.get()
    // What is kept for the account that was here goes before the next one comes.
    if (before.status === 'signedIn' && before.profile.id !== profile.id) store.dispatch({ type: 'ended' })
    heartbeat?.stop()
    lendCredentials(credentials().ofPage)
    store.dispatch({ type: 'opened', sessionId, profile })
    heartbeat = startHeartbeat(beat, tabs.leadWhileVisible)
  }

  /** The heartbeat's request; simultaneous callers share one. */
  function renew(): Promise<void> {
    if (renewing) return renewing
    const asked = requestRenewal().finally(() => {
      if (renewing === asked) renewing = null
    })
    renewing = asked
    return asked
  }

  async function requestRenewal(): Promise<void> {
    const asked = era
    const { profile } = await requests.renew(credentials().ofSession)
    if (era !== asked || own === null) return
    const renewed = { type: 'renewed', sessionId: own, profile } as const
    heartbeat?.heard()
    store.dispatch(renewed)
    tabs.tell(renewed)
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

  /** Ends an era: no more beats, and no refusal of what was asked in it means anything. Answers when the new one is over. */
  function pause(): () => boolean {
    era += 1
    heartbeat?.stop()
    heartbeat = null
    renewing = null
    return endOfEra()
  }

  /**
   * Forgets the session on this browser at once, without asking anybody. Answers who can still speak for it; null when
   * the browser holds another tab's newer sign-in by now, which stays.
   */
  function forget(): LeftSignIn | null {
    pause()
    lendCredentials(null)
    const isStored = readSessionId() === own
    own = null
    if (!isStored) {
      identity.letGo()
      return null
    }
    clearSessionId()
    return identity.leave()
  }

  /** Signs out silently after a definitive refusal, in every tab of this session. */
  async function end(): Promise<void> {
    const sessionId = own
    const left = forget()
    store.dispatch({ type: 'ended' })
    if (sessionId !== null) tabs.tell({ type: 'ended', sessionId })
    if (left) await settle(left.revoke())
  }

  /** Signs out here at once, then tells the server and Cognito as far as they can be reached. */
  async function leave(): Promise<void> {
    store.dispatch({ type: 'signOutStarted' })
    const sessionId = own
    const left = forget()
    tabs.tell({ type: 'ended', sessionId: null })
    if (left) {
      await Promise.all([settle(requests.clear(bareCredentialsOf(left, sessionId))), settle(left.revoke())])
    }
    store.dispatch({ type: 'ended' })
  }

  function signOut(): Promise<void> {
    leaving ??= leave().finally(() => {
      leaving = null
    })
    return leaving
  }

  /** Forgets what the server knows already: another tab signed out, or the account is gone. */
  function closedElsewhere(): void {
    forget()
    store.dispatch({ type: 'ended' })
  }

  function accountGone(): void {
    if (own === null) return
    closedElsewhere()
    tabs.tell({ type: 'ended', sessionId: null })
  }

  /** Takes the stored session up, or signs out. Waits out bad networks. */
  async function takeUp(): Promise<void> {
    for (let failures = 1; ; failures++) {
      try {
        return await open()
      } catch (error) {
        if (!isTransient(error)) return await end()
        store.dispatch({ type: 'troubled', trouble: troubleOf(error) })
        const asked = era
        await networkOr(retryDelay(failures))
        // Another check, a sign-in or a sign-out has taken over.
        if (era !== asked) return
      }
    }
  }

  /** Opens the session of a sign-in that was just made, or takes it back. */
  async function openSignedIn(): Promise<void> {
    try {
      await open()
    } catch (error) {
      // A lease that is held but unused would keep its own account out for a minute.
      await (isTransient(error) && own !== null ? signOut() : end())
      throw error
    }
  }

  const signIn = signInBy({
    identity,
    left: async () => {
      await leaving
    },
    open: openSignedIn,
  })

  /** What a change of the account works with. @throws ApiFailure when nobody is signed in any more */
  function live(): LiveSession {
    const state = store.get()
    if (state.status !== 'signedIn') throw new ApiFailure('refused')
    const { email } = state.profile
    return { identity, requests, credentials: credentials().ofPage, email, renew, end }
  }

  tabs.listen((message) => {
    if (store.get().status !== 'signedIn') return
    if (message.type === 'renewed') {
      if (message.sessionId === own) heartbeat?.heard()
      store.dispatch(message)
    } else if (message.sessionId === null || message.sessionId === own) closedElsewhere()
  })

  return {
    /** The check at the start of a page: takes the stored session up again, or signs out. Waits out bad networks. */
    async start(): Promise<void> {
      store.dispatch({ type: 'checkStarted' })
      if (store.get().status === 'loading') await takeUp()
    },

    /**
     * Signs in, or says what else is needed for it, whose `answer` fails as this does.
     * @throws IdentityFailure, ApiFailure (SESSION_ALREADY_ACTIVE among them); nobody is signed in then
     */
    signIn,

    /** Creates the account and signs it in. @throws as signIn */
    signUp: signUpBy(identity, signIn),

    /** Signs out; completes even if steps fail or hang (spec section 4). */
    signOut,

    closedElsewhere,

    /** Another tab opened a session, whose tokens this browser holds by now. */
    async openedElsewhere(): Promise<void> {
      if (store.get().status !== 'signedIn') return this.start()
      if (identity.user() !== user) {
        closedElsewhere()
        return this.start()
      }
      // The same person, after a change of password there: the page stays as it is.
      identity.letGo()
      await takeUp()
    },

    /** Asks the server at once, as 'Rafraîchir la session' does. */
    async refresh(): Promise<void> {
      if (heartbeat) await beat()
    },

    /** Changes the password and ends every sign-in of the account but this browser's. @throws IdentityFailure, ApiFailure */
    async changePassword(passwords: { current: string; next: string }): Promise<PasswordChange> {
      return changePassword({ ...live(), isOver: endOfEra(), pause, begin }, passwords)
    },

    live,

    /** Deletes the account and forgets it here. @throws IdentityFailure, ApiFailure; still signed in then */
    async deleteAccount(password: string): Promise<AccountDeletion> {
      return deleteAccount({ ...live(), sessionId: () => own, forget: accountGone }, password)
    },

    requestPasswordReset: identity.requestPasswordReset,
    confirmPasswordReset: identity.confirmPasswordReset,
  }
}

/** The session of this page. */
export const session = createSession({
  identity: cognito,
  requests: sessionRequests,
  store: authStore,
  tabs: otherTabs,
})

function troubleOf(error: unknown) {
  return error instanceof ApiFailure && error.kind === 'failing' ? 'failing' : 'offline'
}
