import { afterEach, beforeEach, type Mock, vi } from 'vitest'
import type { Profile } from '#shared/entities/user.ts'
import { type SentRequest, setCredentials } from '#web/lib/api/call.ts'
import { createAccountChanges } from '#web/lib/auth/account-changes.ts'
import { createAuthStore } from '#web/lib/auth/auth-state.ts'
import type { SecondFactorSettings } from '#web/lib/auth/cognito-challenges.ts'
import type { DetachedSignIn, Identity, ReadySignIn } from '#web/lib/auth/identity.ts'
import type { Proofs } from '#web/lib/auth/proofs.ts'
import { createSession } from '#web/lib/auth/session.ts'
import { createTabs, type Tabs } from '#web/lib/auth/tabs.ts'
import { aProfile, json, networkAnswers } from './answers.ts'

export const SESSION_ID = '0d5b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c'
export const account = { email: 'eleve@exemple.invalid', password: 'motdepasse' }

const lastActive = '2026-01-01T00:00:00.000Z'

/** Starts each test of a file signed out, with a clock that the test moves. */
export function beginSignedOut(): void {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    setCredentials(null)
  })
}

export function claimed(differences: Partial<Profile> = {}, sessionId = SESSION_ID): Response {
  return json({ sessionId, lastActive, reused: false, profile: aProfile(differences) })
}

export function renewed(differences: Partial<Profile> = {}): Response {
  return json({ active: true, lastActive, profile: aProfile(differences) })
}

/** An account service whose methods are mocks. */
type FakeIdentity = { [Method in keyof Identity]: Mock<Identity[Method]> } & {
  /** The sign-in that this browser stored before. */
  detached: { [Method in keyof DetachedSignIn]: Mock<DetachedSignIn[Method]> }
  /** The sign-in that a right password makes. */
  ready: { [Method in keyof ReadySignIn]: Mock<ReadySignIn[Method]> }
  authenticator: { [Method in keyof SecondFactorSettings]: Mock<SecondFactorSettings[Method]> }
}

/** Returns an account service that accepts everything. */
export function anIdentity(accessToken: Identity['accessToken'] = async () => 'token'): FakeIdentity {
  const detached = { accessToken: vi.fn(async () => 'token'), revoke: vi.fn(async () => {}) }
  const ready = { accessToken: vi.fn(async () => 'fresh token'), activate: vi.fn(), revoke: vi.fn(done) }
  const authenticator = {
    createKey: vi.fn(async () => ({ secret: 'SECRET', address: 'otpauth://totp/SECRET' })),
    switchOn: vi.fn(done),
    switchOff: vi.fn(done),
  }
  return {
    detached,
    ready,
    authenticator,
    signIn: vi.fn(async () => ({ kind: 'ready', signIn: ready }) as const),
    user: vi.fn(() => 'sub-1'),
    signUp: vi.fn(done),
    detach: vi.fn(() => detached),
    release: vi.fn(),
    accessToken: vi.fn(accessToken),
    changePassword: vi.fn(done),
    secondFactor: vi.fn(async () => authenticator),
  }
}

async function done(): Promise<void> {}

export const aRequest: SentRequest = { method: 'GET', address: '/api/session' }

const fakeProofs: Proofs = { ready: async () => async () => 'proof', keepNonce: () => undefined }

/** A page of a browser that a test shows and hides. */
class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'

  become(state: DocumentVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

/** Returns the one lock of a browser, as Web Locks grants it: in turn, released when the holder's promise ends. */
function aLock(): Pick<LockManager, 'request'> {
  let released: Promise<unknown> = Promise.resolve()
  const request = (_: string, { signal }: LockOptions, hold: (lock: Lock | null) => unknown) => {
    const held = released.then(() => {
      signal?.throwIfAborted()
      return hold(null)
    })
    released = held.catch(() => undefined)
    return held
  }
  return { request: request as LockManager['request'] }
}

/** Returns a browser with several tabs: they share one lock, and a channel that reaches all but its sender. */
export function aBrowser() {
  const locks = aLock()
  const channels = new Set<EventTarget>()
  return {
    aTab(): { page: FakePage; tabs: Tabs } {
      const page = new FakePage()
      const channel = new EventTarget()
      channels.add(channel)
      const postMessage = (data: unknown) => {
        for (const other of channels)
          if (other !== channel)
            other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))
      }
      const tabs = createTabs({
        page: page as unknown as Document,
        locks,
        channel: Object.assign(channel, { postMessage }) as unknown as BroadcastChannel,
      })
      return { page, tabs }
    },
  }
}

export function aSession(identity = anIdentity(), browser = aBrowser()) {
  const store = createAuthStore()
  const { page, tabs } = browser.aTab()
  const session = createSession({ identity, store, tabs, proofs: fakeProofs })
  const changes = createAccountChanges(async () => session.live())
  return { store, identity, page, session, changes }
}

/** Returns a tab in which a user has signed in; its mocks count from there on. */
export async function signedIn(identity = anIdentity(), profile: Partial<Profile> = {}) {
  const tab = aSession(identity)
  networkAnswers(claimed(profile))
  await tab.session.signIn(account)
  identity.signIn.mockClear()
  identity.ready.activate.mockClear()
  return tab
}
