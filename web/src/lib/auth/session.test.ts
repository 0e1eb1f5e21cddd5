import { describe, expect, test, vi } from 'vitest'
import { aLateAnswer, networkAnswers, noContent, noNetwork, problem } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import {
  account,
  anIdentity,
  aSession,
  beginSignedOut,
  claimed,
  SESSION_ID,
  signedIn,
} from '#web/test/sessions.ts'
import { currentCredentials } from '../api/credentials.ts'
import { ApiFailure } from '../api/failure.ts'
import { IdentityFailure } from './identity-failure.ts'
import { readSessionId, writeSessionId } from './session-storage.ts'

const profile = aProfile()

beginSignedOut()

describe('signing in', () => {
  test('is one request, which answers the profile, and lends its credentials', async () => {
    const { store, session } = aSession()
    const sent = networkAnswers(claimed())
    await session.signIn(account)
    expect(store.get()).toEqual({ status: 'signedIn', sessionId: SESSION_ID, profile, trouble: null })
    expect(sent.map(({ method, address }) => `${method} ${address}`)).toEqual(['POST /api/session'])
    await expect(currentCredentials()?.headers()).resolves.toEqual({
      authorization: 'Bearer token',
      'x-session-id': SESSION_ID,
    })
    expect(readSessionId()).toBe(SESSION_ID)
  })

  test('against a session on another device signs out again and tells the seconds left', async () => {
    const { store, identity, session } = aSession()
    const sent = networkAnswers(problem('SESSION_ALREADY_ACTIVE', { retryAfterSeconds: 42 }))
    const refusal = await session.signIn(account).catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(ApiFailure)
    expect(refusal).toMatchObject({
      code: 'SESSION_ALREADY_ACTIVE',
      problem: { retryAfterSeconds: 42 },
    })
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(identity.left.revoke).toHaveBeenCalledOnce()
    expect(readSessionId()).toBeNull()
    expect(sent).toHaveLength(1)
  })

  test('without network leaves nobody signed in and frees the lease that this browser held', async () => {
    writeSessionId(SESSION_ID)
    const { store, session } = aSession()
    const sent = networkAnswers(noNetwork, noContent)
    await expect(session.signIn(account)).rejects.toMatchObject({ kind: 'unreachable' })
    expect(sent[1]).toMatchObject({ method: 'DELETE', headers: { 'x-session-id': SESSION_ID } })
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('with a wrong password asks the server nothing', async () => {
    const refused = new IdentityFailure('invalidCredentials')
    const { store, session } = aSession(anIdentity({ signIn: async () => Promise.reject(refused) }))
    store.dispatch({ type: 'ended' })
    const sent = networkAnswers(claimed())
    await expect(session.signIn(account)).rejects.toBe(refused)
    expect(sent).toHaveLength(0)
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('as another account ends the one before, so that nothing of it stays on the page', async () => {
    const { store, session } = await signedIn()
    const seen: string[] = []
    store.subscribe(() => seen.push(store.get().status))
    networkAnswers(claimed({ id: 'b7c1f0aa-0f3b-4c55-9a34-0a8f4d1b2c11', email: 'autre@exemple.invalid' }))
    await session.signIn({ ...account, email: 'autre@exemple.invalid' })
    expect(seen).toEqual(['signedOut', 'signedIn'])
    expect(store.get()).toMatchObject({ profile: { email: 'autre@exemple.invalid' } })
  })

  test('overtakes a start check that is still waiting for its answer', async () => {
    const { store, identity, session } = aSession()
    const { late, answer } = aLateAnswer()
    vi.stubGlobal('fetch', vi.fn().mockReturnValueOnce(late).mockResolvedValue(claimed()))
    const started = session.start()
    await vi.advanceTimersByTimeAsync(0)
    await session.signIn(account)
    answer(problem('SESSION_ALREADY_ACTIVE'))
    await started
    expect(store.get().status).toBe('signedIn')
    expect(identity.leave).not.toHaveBeenCalled()
  })
})

describe('signing up', () => {
  test('creates the account, then signs in', async () => {
    const { store, identity, session } = aSession()
    networkAnswers(claimed())
    await session.signUp(account)
    expect(identity.signUp).toHaveBeenCalledWith(account)
    expect(identity.signIn).toHaveBeenCalledWith(account)
    expect(store.get().status).toBe('signedIn')
  })

  /** A page whose account was created, but not signed in to. */
  async function createdOnly() {
    const all = aSession()
    networkAnswers(noNetwork)
    await expect(all.session.signUp(account)).rejects.toMatchObject({ kind: 'unreachable' })
    networkAnswers(claimed())
    return all
  }

  test('again after the sign-in failed only signs in', async () => {
    const { store, identity, session } = await createdOnly()
    await session.signUp(account)
    expect(identity.signUp).toHaveBeenCalledOnce()
    expect(store.get().status).toBe('signedIn')
    // That was it: the next sign-up with the address is one.
    await session.signUp(account)
    expect(identity.signUp).toHaveBeenCalledTimes(2)
  })

  test('again with another address creates that account', async () => {
    const { identity, session } = await createdOnly()
    const other = { ...account, email: 'autre@exemple.invalid' }
    await session.signUp(other)
    expect(identity.signUp).toHaveBeenLastCalledWith(other)
  })

  test('again with another password says that the account exists', async () => {
    const { identity, session } = await createdOnly()
    identity.signIn.mockRejectedValueOnce(new IdentityFailure('invalidCredentials'))
    await expect(session.signUp({ ...account, password: 'autre' })).rejects.toMatchObject({
      reason: 'accountExists',
    })
  })
})

describe('the start check', () => {
  test('takes the stored session up again, in one request', async () => {
    writeSessionId(SESSION_ID)
    const { store, session } = aSession()
    const sent = networkAnswers(claimed({ isPremium: true }))
    await session.start()
    expect(sent.map(({ body }) => body)).toEqual([{ sessionId: SESSION_ID }])
    expect(store.get()).toMatchObject({ status: 'signedIn', profile: { isPremium: true } })
  })

  test.each(['SESSION_ALREADY_ACTIVE', 'ACCOUNT_BLOCKED', 'PROFILE_NOT_FOUND'] as const)(
    'that is refused with %s signs out silently',
    async (code) => {
      writeSessionId(SESSION_ID)
      const { store, identity, session } = aSession()
      networkAnswers(problem(code))
      await session.start()
      expect(store.get()).toEqual({ status: 'signedOut' })
      expect(identity.leave).toHaveBeenCalledOnce()
      expect(readSessionId()).toBeNull()
    },
  )

  test('without a token signs out', async () => {
    const { store, session } = aSession(anIdentity({ accessToken: async () => null }))
    await session.start()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('that is refused with 401 refreshes the token once', async () => {
    const { store, identity, session } = aSession()
    const sent = networkAnswers(problem('AUTHENTICATION_REQUIRED'), claimed())
    await session.start()
    expect(identity.accessToken).toHaveBeenCalledWith({ forceRefresh: true })
    expect(sent).toHaveLength(2)
    expect(store.get().status).toBe('signedIn')
  })

  test('that is refused with 401 again signs out', async () => {
    const { store, identity, session } = aSession()
    const sent = networkAnswers(problem('AUTHENTICATION_REQUIRED'))
    await session.start()
    expect(identity.accessToken.mock.calls.filter(([options]) => options?.forceRefresh)).toHaveLength(1)
    expect(sent).toHaveLength(2)
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('waits out a bad network', async () => {
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
    expect(identity.leave).not.toHaveBeenCalled()
  })

  test('waiting for the network goes on at once when it returns', async () => {
    const { store, session } = aSession()
    networkAnswers(noNetwork, claimed())
    const started = session.start()
    await vi.advanceTimersByTimeAsync(0)
    window.dispatchEvent(new Event('online'))
    await started
    expect(store.get().status).toBe('signedIn')
  })
})
