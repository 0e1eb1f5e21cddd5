import { afterEach, beforeEach, type Mock, vi } from 'vitest'
import type { Profile } from '#shared/entities/user.ts'
import { lendCredentials } from '#web/lib/api/credentials.ts'
import { type AuthStore, createAuthStore } from '#web/lib/auth/auth-store.ts'
import type { Identity, LeftSignIn } from '#web/lib/auth/identity.ts'
import type { SecondFactor } from '#web/lib/auth/second-factor.ts'
import { createSession } from '#web/lib/auth/session.ts'
import { sessionRequests } from '#web/lib/auth/session-requests.ts'
import type { ReadySignIn } from '#web/lib/auth/sign-in-attempt.ts'
import { json, networkAnswers } from './answers.ts'
import { aProfile } from './profiles.ts'
import { aBrowser, type FakePage } from './tabs.ts'

export const SESSION_ID = '0d5b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c'
export const account = { email: 'eleve@exemple.invalid', password: 'motdepasse' }

const lastActive = '2026-01-01T00:00:00.000Z'

/** Each test of a file begins signed out, and time passes only as it says. */
export function beginSignedOut(): void {
  beforeEach(() => vi.useFakeTimers())
  afterEach(() => {
    lendCredentials(null)
  })
}

/** The server's answer to a claim. */
export function claimed(differences: Partial<Profile> = {}, sessionId = SESSION_ID): Response {
  return json({ sessionId, lastActive, reused: false, profile: aProfile(differences) })
}

/** The server's answer to a heartbeat. */
export function renewed(differences: Partial<Profile> = {}): Response {
  return json({ active: true, lastActive, profile: aProfile(differences) })
}

/** An account service whose methods a test watches; `left` is the sign-in that this browser has forgotten. */
export type FakeIdentity = { [Method in keyof Identity]: Mock<Identity[Method]> } & {
  left: { [Method in keyof LeftSignIn]: Mock<LeftSignIn[Method]> }
  /** The sign-in that is made aside. */
  ready: { [Method in keyof ReadySignIn]: Mock<ReadySignIn[Method]> }
  /** The second factor of whoever is signed in. */
  app: { [Method in keyof SecondFactor]: Mock<SecondFactor[Method]> }
}

/** An account service that says yes to everything, but for what the test says. */
export function anIdentity(differences: Partial<Identity> = {}): FakeIdentity {
  const left = { accessToken: vi.fn(async () => 'token'), revoke: vi.fn(async () => {}) }
  const ready = {
    accessToken: vi.fn(async () => 'fresh token'),
    takeOver: vi.fn(),
    revoke: vi.fn(done),
  }
  const { accessToken = async () => 'token', changePassword = done } = differences
  const secondFactor = {
    setUp: vi.fn(async () => ({ secret: 'SECRET', address: 'otpauth://totp/SECRET' })),
    switchOn: vi.fn(done),
    switchOff: vi.fn(done),
  }
  return {
    left,
    ready,
    app: secondFactor,
    signIn: vi.fn(differences.signIn ?? (async () => ({ kind: 'signedIn' }) as const)),
    signInAside: vi.fn(differences.signInAside ?? (async () => ({ kind: 'ready', signIn: ready }) as const)),
    user: vi.fn(differences.user ?? (() => 'sub-1')),
    signUp: vi.fn(done),
    leave: vi.fn(() => left),
    letGo: vi.fn(),
    accessToken: vi.fn(accessToken),
    changePassword: vi.fn(changePassword),
    secondFactor: vi.fn(async () => secondFactor),
    requestPasswordReset: vi.fn(done),
    confirmPasswordReset: vi.fn(done),
  }
}

async function done(): Promise<void> {}

type Browser = ReturnType<typeof aBrowser>

type Tab<Service> = {
  store: AuthStore
  identity: Service
  page: FakePage
  session: ReturnType<typeof createSession>
}

/** The session of one tab. */
export function aSession(identity?: FakeIdentity): Tab<FakeIdentity>
export function aSession<Service extends Identity>(identity: Service, browser?: Browser): Tab<Service>
export function aSession(identity: Identity = anIdentity(), browser = aBrowser()): Tab<Identity> {
  const store = createAuthStore()
  const { page, tabs } = browser.aTab()
  const session = createSession({ identity, requests: sessionRequests, store, tabs })
  return { store, identity, page, session }
}

/** A tab in which somebody signed in. */
export async function signedIn(identity = anIdentity(), profile: Partial<Profile> = {}) {
  const tab = aSession(identity)
  networkAnswers(claimed(profile))
  await tab.session.signIn(account)
  return tab
}
