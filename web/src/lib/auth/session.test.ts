import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { json, networkAnswers, problem } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { currentCredentials, lendCredentials } from '../api/credentials.ts'
import { ApiFailure } from '../api/failure.ts'
import { createAuthStore } from './auth-store.ts'
import type { Identity } from './identity.ts'
import { createSession } from './session.ts'
import { sessionRequests } from './session-requests.ts'
import { readSessionId, writeSessionId } from './session-storage.ts'

const MINE = '0d5b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c'
const account = { email: 'eleve@exemple.invalid', password: 'motdepasse' }
const profile = aProfile()

const claimed = json({ sessionId: MINE, lastActive: '2026-01-01T00:00:00.000Z', reused: false })
const state = (differences = {}) =>
  json({ active: true, lastActive: '2026-01-01T00:00:00.000Z', profile: { ...profile, ...differences } })
const gone = new Response(null, { status: 204 })
const noNetwork = new TypeError('Failed to fetch')

/** An account service that says yes to everything. */
function anIdentity(differences: Partial<Identity> = {}): Identity {
  return {
    signIn: vi.fn(async () => {}),
    signUp: vi.fn(async () => {}),
    signOut: vi.fn(async () => {}),
    accessToken: vi.fn(async () => 'token'),
    requestPasswordReset: vi.fn(async () => {}),
    confirmPasswordReset: vi.fn(async () => {}),
    ...differences,
  }
}

function aSession(identity = anIdentity()) {
  const store = createAuthStore()
  return { store, identity, session: createSession({ identity, requests: sessionRequests, store }) }
}

async function signedIn(identity = anIdentity()) {
  const all = aSession(identity)
  networkAnswers(claimed, state())
  await all.session.signIn(account)
  return all
}

beforeEach(() => vi.useFakeTimers())
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  lendCredentials(null)
})

describe('signing in', () => {
  test('claims the session, reads the profile and lends its credentials', async () => {
    const { store, session } = aSession()
    const sent = networkAnswers(claimed, state())
    await session.signIn(account)
    expect(store.get()).toEqual({ status: 'signedIn', sessionId: MINE, profile, trouble: null })
    expect(sent.map(({ method, address }) => `${method} ${address}`)).toEqual([
      'POST /api/session',
      'GET /api/session',
    ])
    await expect(currentCredentials()?.headers()).resolves.toEqual({
      authorization: 'Bearer token',
      'x-session-id': MINE,
    })
    await session.signOut()
  })

  test('against a session on another device signs out again and tells the seconds left', async () => {
    const { store, identity, session } = aSession()
    networkAnswers(problem('SESSION_ALREADY_ACTIVE', { retryAfterSeconds: 42 }))
    const refusal = await session.signIn(account).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ApiFailure)
    expect((refusal as ApiFailure).problem?.retryAfterSeconds).toBe(42)
    expect(identity.signOut).toHaveBeenCalledOnce()
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(readSessionId()).toBeNull()
  })

  test('that loses the network after the claim frees the session', async () => {
    const { session } = aSession()
    const sent = networkAnswers(claimed, noNetwork, gone)
    await expect(session.signIn(account)).rejects.toThrow()
    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'x-session-id': MINE } })
  })
})

describe('the start check', () => {
  test('takes the stored session up again', async () => {
    writeSessionId(MINE)
    const { store, session } = aSession()
    const sent = networkAnswers(claimed, state({ isPremium: true }))
    await session.start()
    expect(sent[0]?.body).toEqual({ sessionId: MINE })
    expect(store.get()).toMatchObject({ status: 'signedIn', profile: { isPremium: true } })
    await session.signOut()
  })

  test.each(['SESSION_ALREADY_ACTIVE', 'ACCOUNT_BLOCKED', 'PROFILE_NOT_FOUND'] as const)(
    'that is refused with %s signs out',
    async (code) => {
      const { store, identity, session } = aSession()
      networkAnswers(problem(code))
      await session.start()
      expect(store.get()).toEqual({ status: 'signedOut' })
      expect(identity.signOut).toHaveBeenCalled()
    },
  )

  test('without a token signs out', async () => {
    const { store, session } = aSession(anIdentity({ accessToken: async () => null }))
    await session.start()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('waits out a bad network', async () => {
    writeSessionId(MINE)
    const { store, identity, session } = aSession()
    networkAnswers(noNetwork, problem('TEMPORARILY_UNAVAILABLE'), claimed, state())
    const started = session.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.get()).toEqual({ status: 'loading', trouble: 'offline' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(store.get()).toEqual({ status: 'loading', trouble: 'failing' })
    await vi.advanceTimersByTimeAsync(4_000)
    await started
    expect(store.get().status).toBe('signedIn')
    expect(identity.signOut).not.toHaveBeenCalled()
    await session.signOut()
  })
})

describe('the heartbeat', () => {
  test('comes every 30 s, 120 times an hour, and brings the profile', async () => {
    const { store, session } = await signedIn()
    const sent = networkAnswers(state({ isPremium: true }))
    await vi.advanceTimersByTimeAsync(29_999)
    expect(sent).toHaveLength(0)
    await vi.advanceTimersByTimeAsync(1)
    expect(store.get()).toMatchObject({ status: 'signedIn', profile: { isPremium: true } })
    await vi.advanceTimersByTimeAsync(3_570_000)
    expect(sent).toHaveLength(120)
    expect(sent[0]).toMatchObject({ method: 'PUT', address: '/api/session/activity' })
    await session.signOut()
  })

  test('pauses while the page is hidden and comes at once when it shows again', async () => {
    const { session } = await signedIn()
    const sent = networkAnswers(state())
    const visibility = vi.spyOn(document, 'visibilityState', 'get').mockReturnValue('hidden')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(600_000)
    expect(sent).toHaveLength(0)
    visibility.mockReturnValue('visible')
    document.dispatchEvent(new Event('visibilitychange'))
    await vi.advanceTimersByTimeAsync(0)
    expect(sent).toHaveLength(1)
    await session.signOut()
  })

  test.each(['ACCOUNT_BLOCKED', 'SESSION_INACTIVE', 'PROFILE_NOT_FOUND'] as const)(
    'that is refused with %s signs out silently',
    async (code) => {
      const { store, identity } = await signedIn()
      networkAnswers(problem(code))
      await vi.advanceTimersByTimeAsync(30_000)
      expect(store.get()).toEqual({ status: 'signedOut' })
      expect(identity.signOut).toHaveBeenCalledOnce()
      expect(readSessionId()).toBeNull()
      expect(currentCredentials()).toBeNull()
    },
  )

  test('that is refused with 401 signs out only after one token refresh', async () => {
    const { store, identity } = await signedIn()
    const sent = networkAnswers(problem('AUTHENTICATION_REQUIRED'))
    await vi.advanceTimersByTimeAsync(30_000)
    expect(identity.accessToken).toHaveBeenCalledWith({ forceRefresh: true })
    expect(sent).toHaveLength(2)
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test.each([
    ['no network', noNetwork],
    ['a server that is unwell', problem('INTERNAL_ERROR')],
    ['a store that is throttled', problem('TEMPORARILY_UNAVAILABLE')],
    ['too many requests', problem('TOO_MANY_REQUESTS')],
  ])('keeps the user over %s and tries again sooner', async (_, answer) => {
    const { store, session } = await signedIn()
    const sent = networkAnswers(answer, answer, state())
    await vi.advanceTimersByTimeAsync(30_000)
    expect(store.get()).toMatchObject({ status: 'signedIn', profile })
    await vi.advanceTimersByTimeAsync(6_000)
    expect(sent).toHaveLength(3)
    expect(store.get()).toMatchObject({ status: 'signedIn', trouble: null })
    await session.signOut()
  })
})

describe('a call that finds the session stale', () => {
  test('renews it once and is sent again', async () => {
    const { store, session } = await signedIn()
    networkAnswers(state())
    await expect(currentCredentials()?.recover('SESSION_INACTIVE', [])).resolves.toBe(true)
    expect(store.get().status).toBe('signedIn')
    await session.signOut()
  })

  test('signs out when the renewal is refused too', async () => {
    const { store } = await signedIn()
    networkAnswers(problem('SESSION_INACTIVE'))
    await expect(currentCredentials()?.recover('SESSION_INACTIVE', [])).rejects.toThrow()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })
})

describe('signing out', () => {
  test('frees the session on the server, then forgets it', async () => {
    const { store, identity, session } = await signedIn()
    const sent = networkAnswers(gone)
    await session.signOut()
    expect(sent[0]).toMatchObject({
      method: 'DELETE',
      address: '/api/session',
      headers: { 'x-session-id': MINE },
    })
    expect(identity.signOut).toHaveBeenCalledOnce()
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(readSessionId()).toBeNull()
  })

  test('completes even if every step fails', async () => {
    const identity = anIdentity({ signOut: async () => Promise.reject(new Error('no network')) })
    const { store, session } = await signedIn(identity)
    networkAnswers(noNetwork)
    await session.signOut()
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(readSessionId()).toBeNull()
  })

  test('stops the heartbeat', async () => {
    const { session } = await signedIn()
    const sent = networkAnswers(gone)
    await session.signOut()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sent).toHaveLength(1)
  })

  test('in another tab asks the server nothing', async () => {
    const { store, session } = await signedIn()
    const sent = networkAnswers(gone)
    session.closedElsewhere()
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(sent).toHaveLength(0)
  })
})
