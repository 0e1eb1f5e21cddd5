import type { ClaimedSession } from '#shared/contract/session.ts'
import { type Credentials, setCredentials } from '#web/lib/api/call.ts'
import { retryDelay, untilOnline } from '#web/lib/network.ts'
import { ApiFailure, isTransient } from '../api/failure.ts'
import { type AuthStore, authStore } from './auth-state.ts'
import { cognito, type DetachedSignIn, type Identity } from './identity.ts'
import { forgetOlderRead, noteReadSent, unsentRead } from './last-read.ts'
import {
  bestEffort,
  claimLease,
  clearLease,
  createCredentials,
  provenCredentials,
  renewLease,
} from './lease.ts'
import { browserProofs, type Proofs } from './proofs.ts'
import { clearSessionId, readSessionId, rememberProfile, writeSessionId } from './session-storage.ts'
import { createSignIn } from './sign-in.ts'
import { browserTabs, type Heartbeat, startHeartbeat, type Tabs } from './tabs.ts'

export type Session = ReturnType<typeof createSession>

export type LiveSession = ReturnType<Session['live']>

type Deps = { identity: Identity; store: AuthStore; tabs: Tabs; proofs: Proofs }

/** Creates the account's one session in this browser, which claims, renews and ends the lease. */
export function createSession({ identity, store, tabs, proofs }: Deps) {
  let sessionId: string | null = null
  let userId: string | null = null
  /** Counts sign-ins and sign-outs; an answer to a request of an earlier generation is ignored. */
  let generation = 0
  let heartbeat: Heartbeat | null = null
  let renewal: Promise<void> | null = null
  let signingOut: Promise<void> | null = null

  function watchGeneration(): () => boolean {
    const current = generation
    return () => generation !== current
  }

  function credentials() {
    return createCredentials({
      identity,
      proofs,
      sessionId: () => sessionId,
      isOver: watchGeneration(),
      renew,
      endRefused: () => end('refused'),
    })
  }

  function detachedCredentials(signIn: DetachedSignIn, id: string | null): Credentials {
    return provenCredentials(proofs, signIn, () => id)
  }

  async function claim(): Promise<void> {
    generation += 1
    // The key is opened while the token is refreshed.
    void proofs.ready()
    sessionId = readSessionId()
    const isOver = watchGeneration()
    try {
      const token = await identity.accessToken()
      if (isOver()) return
      if (token === null) throw new ApiFailure('refused')
      const claimed = await claimLease(credentials().forLease, sessionId)
      if (isOver()) return
      forgetOlderRead(claimed)
      begin(claimed)
    } catch (error) {
      if (!isOver()) throw error
    }
  }

  /** Claims the stored session, however bad the network is, or ends it. */
  async function resume(): Promise<void> {
    for (let failures = 1; ; failures++) {
      try {
        return await claim()
      } catch (error) {
        if (!isTransient(error)) return await end('refused')
        store.dispatch({ type: 'troubled', trouble: toTrouble(error) })
        const isOver = watchGeneration()
        await untilOnline(retryDelay(failures, error))
        if (isOver()) return
      }
    }
  }

  /** Claims a session for a new sign-in, or signs out again. */
  async function claimForSignIn(): Promise<void> {
    try {
      await claim()
    } catch (error) {
      // The claim may have arrived: its unused lease would lock the account out for a minute.
      await (isTransient(error) && sessionId !== null ? signOut() : end('refused'))
      throw error
    }
  }

  function begin(claimed: Pick<ClaimedSession, 'sessionId' | 'profile'>): void {
    sessionId = claimed.sessionId
    userId = identity.user()
    writeSessionId(sessionId)
    rememberProfile(sessionId, claimed.profile)
    const before = store.get()
    // The page drops the data of the previous account before it shows the next one.
    if ('profile' in before && before.profile.id !== claimed.profile.id) store.dispatch({ type: 'ended' })
    heartbeat?.stop()
    setCredentials(credentials().forPage)
    store.dispatch({ type: 'opened', sessionId, profile: claimed.profile })
    heartbeat = startHeartbeat(tryRenew, tabs.leadWhileVisible)
  }

  /** Renews the lease; simultaneous callers share one request. */
  function renew(): Promise<void> {
    if (renewal) return renewal
    const request = sendRenewal().finally(() => {
      if (renewal === request) renewal = null
    })
    renewal = request
    return request
  }

  async function sendRenewal(): Promise<void> {
    const isOver = watchGeneration()
    const state = store.get()
    const unsent = unsentRead('profile' in state ? state.profile.id : null)
    const profile = await renewLease(credentials().forLease, unsent?.lastRead ?? null)
    if (isOver() || sessionId === null) return
    if (unsent) noteReadSent(unsent.kept, profile.lastReadAt)
    const renewed = { type: 'renewed', sessionId, profile } as const
    heartbeat?.reset()
    rememberProfile(sessionId, profile)
    store.dispatch(renewed)
    tabs.post(renewed)
  }

  /** Renews and returns whether it succeeded; a definitive refusal has ended the session by then. */
  async function tryRenew(): Promise<boolean> {
    try {
      await renew()
      return true
    } catch (error) {
      if (isTransient(error)) store.dispatch({ type: 'troubled', trouble: toTrouble(error) })
      return false
    }
  }

  /** Stops the heartbeat and starts a new generation, which refusals of earlier requests cannot end. */
  function suspend(): () => boolean {
    generation += 1
    heartbeat?.stop()
    heartbeat = null
    renewal = null
    return watchGeneration()
  }

  /** Ends the session on this page at once; the requests to the server follow. */
  async function end(reason: 'refused' | 'signedOut' | 'deleted' | 'elsewhere'): Promise<void> {
    const endedId = sessionId
    const isSignOut = reason === 'signedOut'
    if (isSignOut) store.dispatch({ type: 'signOutStarted' })
    const signIn = detach()
    if (!isSignOut) store.dispatch({ type: 'ended' })
    if (reason === 'signedOut' || reason === 'deleted') tabs.post({ type: 'ended', sessionId: null })
    if (reason === 'refused' && endedId !== null) tabs.post({ type: 'ended', sessionId: endedId })
    const requests: Promise<void>[] = []
    if (signIn && isSignOut) requests.push(bestEffort(clearLease(detachedCredentials(signIn, endedId))))
    if (signIn && (isSignOut || reason === 'refused')) requests.push(bestEffort(signIn.revoke()))
    await Promise.all(requests)
    if (isSignOut) store.dispatch({ type: 'ended' })
  }

  /** Removes the sign-in from this browser; null when another tab has stored a newer one, which stays. */
  function detach(): DetachedSignIn | null {
    suspend()
    setCredentials(null)
    const isStored = readSessionId() === sessionId
    sessionId = null
    if (!isStored) {
      identity.release()
      return null
    }
    clearSessionId()
    return identity.detach()
  }

  function signOut(): Promise<void> {
    // The page shows the account of the last visit before its session is claimed.
    sessionId ??= readSessionId()
    signingOut ??= end('signedOut').finally(() => {
      signingOut = null
    })
    return signingOut
  }

  const { signIn, signUp } = createSignIn({
    identity,
    signedOut: async () => {
      await signingOut
    },
    claim: claimForSignIn,
  })

  tabs.onMessage((message) => {
    if (store.get().status !== 'signedIn') return
    if (message.type === 'renewed') {
      if (message.sessionId === sessionId) heartbeat?.reset()
      store.dispatch(message)
    } else if (message.sessionId === null || message.sessionId === sessionId) void end('elsewhere')
  })

  return {
    /** Checks the stored session when a page opens. Resolves when the user is signed in or out. */
    async start(): Promise<void> {
      // The user may have signed out while this module was being loaded.
      if (store.get().status === 'signedOut' && readSessionId() === null) return
      store.dispatch({ type: 'checkStarted' })
      const { status } = store.get()
      if (status === 'loading' || status === 'remembered') await resume()
    },

    /** @throws IdentityFailure, ApiFailure (SESSION_ALREADY_ACTIVE among them); the user is signed out then */
    signIn,
    /** @throws as `signIn` */
    signUp,
    /** Completes even if steps fail or hang. */
    signOut,

    /** Called when another tab has ended the session. */
    endedElsewhere(): void {
      void end('elsewhere')
    },

    /** Called when another tab has claimed a session, whose tokens this browser stores by now. */
    async openedElsewhere(): Promise<void> {
      if (store.get().status !== 'signedIn') return this.start()
      if (identity.user() !== userId) {
        void end('elsewhere')
        return this.start()
      }
      // It is the same account after a change of password in that tab: this page stays signed in.
      identity.release()
      await resume()
    },

    async refresh(): Promise<void> {
      if (heartbeat) await tryRenew()
    },

    /** @throws ApiFailure when the user is no longer signed in */
    live() {
      const state = store.get()
      if (state.status !== 'signedIn') throw new ApiFailure('refused')
      return {
        identity,
        credentials: credentials().forPage,
        detachedCredentials,
        email: state.profile.email,
        sessionId: () => sessionId,
        isOver: watchGeneration(),
        renew,
        suspend,
        begin,
        end,
      }
    },
  }
}

export const session = createSession({
  identity: cognito,
  store: authStore,
  tabs: browserTabs,
  proofs: browserProofs,
})

function toTrouble(error: unknown) {
  return error instanceof ApiFailure && error.kind === 'failing' ? 'failing' : 'offline'
}
