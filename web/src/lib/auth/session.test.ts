import { describe, expect, test, vi } from 'vitest'
import { readyCredentials } from '#web/lib/api/call.ts'
import { aProfile, networkAnswers, noContent, noNetwork, problem } from '#web/test/answers.ts'
import { anIdentity, aSession, beginSignedOut, claimed, SESSION_ID, signedIn } from '#web/test/sessions.ts'
import type { Session } from './session.ts'
import { readSessionId, writeSessionId } from './session-storage.ts'

const profile = aProfile()
const never = () => new Promise<never>(() => {})

beginSignedOut()

describe('the start check', () => {
  test('claims the stored session again, in one request', async () => {
    writeSessionId(SESSION_ID)
    const { store, session } = aSession()
    const sent = networkAnswers(claimed({ isPremium: true }))
    await session.start()
    expect(sent.map(({ body }) => body)).toEqual([{ sessionId: SESSION_ID }])
    expect(store.get()).toMatchObject({ status: 'signedIn', profile: { isPremium: true } })
  })

  test.each(['SESSION_ALREADY_ACTIVE', 'ACCOUNT_BLOCKED', 'PROFILE_NOT_FOUND'] as const)(
    'signs out silently when it is refused with %s',
    async (code) => {
      writeSessionId(SESSION_ID)
      const { store, identity, session } = aSession()
      networkAnswers(problem(code))
      await session.start()
      expect(store.get()).toEqual({ status: 'signedOut' })
      expect(identity.detach).toHaveBeenCalledOnce()
      expect(readSessionId()).toBeNull()
    },
  )

  test('removes the page of another account before it shows the one that answers', async () => {
    writeSessionId(SESSION_ID)
    const { store, session } = aSession()
    store.dispatch({ type: 'remembered', profile: aProfile({ id: 'sub-2' }) })
    const seen: string[] = []
    store.subscribe(() => seen.push(store.get().status))
    networkAnswers(claimed())
    await session.start()
    expect(seen).toEqual(['signedOut', 'signedIn'])
  })

  test.each([
    { after: 'a refreshed token is accepted', second: claimed(), status: 'signedIn' },
    {
      after: 'a refreshed token is refused too',
      second: problem('AUTHENTICATION_REQUIRED'),
      status: 'signedOut',
    },
  ])('that is refused with 401 ends $status when $after', async ({ second, status }) => {
    const { store, identity, session } = aSession()
    const sent = networkAnswers(problem('AUTHENTICATION_REQUIRED'), second)
    await session.start()
    expect(identity.accessToken.mock.calls.filter(([options]) => options?.forceRefresh)).toHaveLength(1)
    expect(sent).toHaveLength(2)
    expect(store.get().status).toBe(status)
  })

  test('is retried while the network or the server fails', async () => {
    writeSessionId(SESSION_ID)
    const { store, identity, session } = aSession()
    networkAnswers(noNetwork, problem('TEMPORARILY_UNAVAILABLE'), claimed())
    const started = session.start()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.get()).toEqual({ status: 'loading', trouble: 'offline' })
    await vi.advanceTimersByTimeAsync(2_000)
    expect(store.get()).toEqual({ status: 'loading', trouble: 'failing' })
    await vi.advanceTimersByTimeAsync(4_000)
    await started
    expect(store.get().status).toBe('signedIn')
    expect(identity.detach).not.toHaveBeenCalled()
  })
})

const NEW_ID = '7a6b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c'

test('a session that another tab claimed after a change of password replaces this one while the page stays signed in', async () => {
  const { store, identity, session } = await signedIn()
  const seen: string[] = []
  store.subscribe(() => seen.push(store.get().status))
  writeSessionId(NEW_ID)
  const sent = networkAnswers(claimed({}, NEW_ID))
  await session.openedElsewhere()
  expect(sent.map(({ body }) => body)).toEqual([{ sessionId: NEW_ID }])
  expect(identity.release).toHaveBeenCalledOnce()
  expect(seen).toEqual(['signedIn'])
  expect(store.get()).toMatchObject({ sessionId: NEW_ID })
})

test.each<{ after: string; answer: Response; end: (session: Session) => Promise<void> | void }>([
  { after: 'a sign-out', answer: noContent, end: (session) => session.signOut() },
  { after: 'a refusal', answer: problem('SESSION_INACTIVE'), end: (session) => session.refresh() },
  { after: 'the end in another tab', answer: noContent, end: (session) => session.endedElsewhere() },
])('the remembered profile is removed after $after', async ({ answer, end }) => {
  const { session } = await signedIn()
  networkAnswers(answer)
  await end(session)
  expect(Object.keys(localStorage)).toEqual([])
})

describe('signing out', () => {
  test('removes the session from the browser, then clears the lease and revokes the tokens', async () => {
    const { store, identity, session } = await signedIn()
    const sent = networkAnswers(noContent)
    const signingOut = session.signOut()
    expect(identity.detach).toHaveBeenCalledOnce()
    expect(readSessionId()).toBeNull()
    expect(store.get()).toEqual({ status: 'signingOut', profile })
    await expect(readyCredentials()).resolves.toBeNull()
    await signingOut
    expect(sent).toEqual([
      expect.objectContaining({
        method: 'DELETE',
        address: '/api/session',
        headers: expect.objectContaining({ authorization: 'Bearer token', 'x-session-id': SESSION_ID }),
      }),
    ])
    expect(identity.detached.revoke).toHaveBeenCalledOnce()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('completes within 4 s even if every step hangs', async () => {
    const identity = anIdentity()
    identity.detached.revoke.mockImplementation(never)
    identity.detached.accessToken.mockImplementation(never)
    const { store, session } = await signedIn(identity)
    const signingOut = session.signOut()
    await vi.advanceTimersByTimeAsync(3_999)
    expect(store.get().status).toBe('signingOut')
    expect(readSessionId()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await signingOut
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('in another tab ends a check that waits for the network', async () => {
    writeSessionId(SESSION_ID)
    const { store, session } = aSession()
    const sent = networkAnswers(noNetwork)
    const started = session.start()
    await vi.advanceTimersByTimeAsync(0)
    session.endedElsewhere()
    expect(store.get()).toEqual({ status: 'signedOut' })
    await vi.advanceTimersByTimeAsync(60_000)
    await started
    expect(sent).toHaveLength(1)
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('keeps the newer sign-in that another tab has stored', async () => {
    const { identity, session } = await signedIn()
    writeSessionId('9e5b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c')
    session.endedElsewhere()
    expect(identity.release).toHaveBeenCalledOnce()
    expect(identity.detach).not.toHaveBeenCalled()
    expect(readSessionId()).not.toBeNull()
  })
})
