import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { aLateAnswer, networkAnswers, problem } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { account, anIdentity, aSession, claimed, renewed, SESSION_ID } from '#web/test/sessions.ts'
import { currentCredentials, lendCredentials } from '../api/credentials.ts'
import { ApiFailure } from '../api/failure.ts'
import { IdentityFailure } from './identity-failure.ts'
import { readSessionId, writeSessionId } from './session-storage.ts'

const profile = aProfile()
const gone = new Response(null, { status: 204 })
const noNetwork = new TypeError('Failed to fetch')
const never = () => new Promise<never>(() => {})

async function signedIn(identity = anIdentity()) {
  const all = aSession(identity)
  networkAnswers(claimed())
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
    const sent = networkAnswers(noNetwork, gone)
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

describe('a call', () => {
  const recover = (code: string, headers = { authorization: 'Bearer token' }) =>
    currentCredentials()?.recover(code, { healed: [], headers })

  test('that finds the session stale renews it once and is sent again', async () => {
    const { store } = await signedIn()
    const sent = networkAnswers(renewed())
    await expect(recover('SESSION_INACTIVE')).resolves.toBe(true)
    expect(sent).toHaveLength(1)
    expect(store.get().status).toBe('signedIn')
  })

  test('that finds the session lost signs out', async () => {
    const { store } = await signedIn()
    networkAnswers(problem('SESSION_INACTIVE'))
    await expect(recover('SESSION_INACTIVE')).rejects.toThrow()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('that finds its token expired shares one refresh with all others, also those refused later', async () => {
    let token = 'old'
    const identity = anIdentity({
      accessToken: async ({ forceRefresh = false } = {}) => {
        if (forceRefresh) token = 'new'
        return token
      },
    })
    await signedIn(identity)
    const old = { authorization: 'Bearer old' }
    await expect(recover('AUTHENTICATION_REQUIRED', old)).resolves.toBe(true)
    await expect(recover('AUTHENTICATION_REQUIRED', old)).resolves.toBe(true)
    const forced = identity.accessToken.mock.calls.filter(([options]) => options?.forceRefresh)
    expect(forced).toHaveLength(1)
  })

  test('of an earlier sign-in cannot end the one that followed', async () => {
    const { store, session } = await signedIn()
    const earlier = currentCredentials()
    networkAnswers(gone, claimed())
    await session.signOut()
    await session.signIn(account)
    await expect(earlier?.recover('ACCOUNT_BLOCKED', { healed: [], headers: {} })).resolves.toBe(false)
    expect(store.get().status).toBe('signedIn')
  })

  test('keeps the user when it is refused for its own sake', async () => {
    const { store } = await signedIn()
    await expect(recover('PREMIUM_REQUIRED')).resolves.toBe(false)
    expect(store.get().status).toBe('signedIn')
  })
})

describe('signing out', () => {
  test('forgets the session, then frees it on the server and revokes the tokens', async () => {
    const { store, identity, session } = await signedIn()
    const sent = networkAnswers(gone)
    const leaving = session.signOut()
    expect(identity.leave).toHaveBeenCalledOnce()
    expect(readSessionId()).toBeNull()
    expect(currentCredentials()).toBeNull()
    expect(store.get()).toEqual({ status: 'signingOut', profile })
    await leaving
    expect(sent).toEqual([
      expect.objectContaining({
        method: 'DELETE',
        address: '/api/session',
        headers: expect.objectContaining({ authorization: 'Bearer token', 'x-session-id': SESSION_ID }),
      }),
    ])
    expect(identity.left.revoke).toHaveBeenCalledOnce()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('completes even if every step fails', async () => {
    const identity = anIdentity()
    identity.left.revoke.mockRejectedValue(new Error('no network'))
    identity.left.accessToken.mockRejectedValue(new Error('no network'))
    const { store, session } = await signedIn(identity)
    networkAnswers(noNetwork)
    await session.signOut()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('completes within 4 s even if every step hangs', async () => {
    const identity = anIdentity()
    identity.left.revoke.mockImplementation(never)
    identity.left.accessToken.mockImplementation(never)
    const { store, session } = await signedIn(identity)
    const leaving = session.signOut()
    await vi.advanceTimersByTimeAsync(3_999)
    expect(store.get().status).toBe('signingOut')
    expect(readSessionId()).toBeNull()
    await vi.advanceTimersByTimeAsync(1)
    await leaving
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('asked twice is done once', async () => {
    const { session } = await signedIn()
    const sent = networkAnswers(gone)
    await Promise.all([session.signOut(), session.signOut()])
    expect(sent).toHaveLength(1)
  })

  test('stops the heartbeat', async () => {
    const { session } = await signedIn()
    const sent = networkAnswers(gone)
    await session.signOut()
    await vi.advanceTimersByTimeAsync(120_000)
    expect(sent).toHaveLength(1)
  })

  test('in another tab asks the server nothing', async () => {
    const { store, identity, session } = await signedIn()
    const sent = networkAnswers(gone)
    session.closedElsewhere()
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(sent).toHaveLength(0)
    expect(identity.left.revoke).not.toHaveBeenCalled()
  })

  test('leaves the newer sign-in of another tab alone', async () => {
    const { identity, session } = await signedIn()
    writeSessionId('9e5b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c')
    session.closedElsewhere()
    expect(identity.letGo).toHaveBeenCalledOnce()
    expect(identity.leave).not.toHaveBeenCalled()
    expect(readSessionId()).not.toBeNull()
  })
})

describe('changing the password', () => {
  const passwords = { current: 'motdepasse', next: 'nouveau' }
  const NEW_ID = '7a6b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c'
  const addresses = (sent: { method: string; address: string }[]) =>
    sent.map(({ method, address }) => `${method} ${address}`)

  test('ends every sign-in, then signs in anew with a new session, and the page never leaves', async () => {
    const { store, identity, session } = await signedIn()
    const seen: string[] = []
    store.subscribe(() => seen.push(store.get().status))
    const sent = networkAnswers(renewed(), gone, claimed({}, NEW_ID))
    await expect(session.changePassword(passwords)).resolves.toBe('signedIn')
    expect(identity.changePassword).toHaveBeenCalledWith(passwords)
    expect(identity.signInAside).toHaveBeenCalledWith({ email: profile.email, password: 'nouveau' })
    expect(identity.ready.takeOver).toHaveBeenCalledOnce()
    expect(addresses(sent)).toEqual([
      'PUT /api/session/activity',
      'POST /api/account/sign-outs',
      'POST /api/session',
    ])
    expect(sent[1]?.headers).toMatchObject({ authorization: 'Bearer token', 'x-session-id': SESSION_ID })
    expect(sent[2]).toMatchObject({ headers: { authorization: 'Bearer fresh token' }, body: {} })
    expect(new Set(seen)).toEqual(new Set(['signedIn']))
    expect(store.get()).toEqual({ status: 'signedIn', sessionId: NEW_ID, profile, trouble: null })
    expect(readSessionId()).toBe(NEW_ID)
    await expect(currentCredentials()?.headers()).resolves.toMatchObject({ 'x-session-id': NEW_ID })
  })

  test('goes on beating, for the new session', async () => {
    const { session } = await signedIn()
    networkAnswers(renewed(), gone, claimed({}, NEW_ID))
    await session.changePassword(passwords)
    const sent = networkAnswers(renewed())
    await vi.advanceTimersByTimeAsync(60_000)
    expect(sent.map(({ headers }) => headers['x-session-id'])).toEqual([NEW_ID, NEW_ID])
  })

  test.each([
    ['without network', noNetwork, { kind: 'unreachable' }],
    ['whose session is refused', problem('ACCOUNT_BLOCKED'), { code: 'ACCOUNT_BLOCKED' }],
  ])('%s changes nothing', async (_, answer, failure) => {
    const { identity, session } = await signedIn()
    networkAnswers(answer)
    await expect(session.changePassword(passwords)).rejects.toMatchObject(failure)
    expect(identity.changePassword).not.toHaveBeenCalled()
  })

  test('with a wrong current password changes nothing', async () => {
    const wrong = new IdentityFailure('invalidCredentials')
    const { store, session } = await signedIn(
      anIdentity({ changePassword: async () => Promise.reject(wrong) }),
    )
    const sent = networkAnswers(renewed())
    await expect(session.changePassword(passwords)).rejects.toBe(wrong)
    expect(sent).toHaveLength(1)
    expect(store.get().status).toBe('signedIn')
  })

  test.each([
    ['finds no network', noNetwork],
    ['finds a server that is unwell', problem('INTERNAL_ERROR')],
    ['is asked too often', problem('TOO_MANY_REQUESTS')],
  ])('that %s when it ends the sign-ins stays as it is and says so', async (_, answer) => {
    const { store, identity, session } = await signedIn()
    networkAnswers(renewed(), answer)
    await expect(session.changePassword(passwords)).resolves.toBe('othersSignedIn')
    expect(identity.signInAside).not.toHaveBeenCalled()
    expect(store.get()).toEqual({ status: 'signedIn', sessionId: SESSION_ID, profile, trouble: null })
    const sent = networkAnswers(renewed())
    await vi.advanceTimersByTimeAsync(30_000)
    expect(sent[0]?.headers).toMatchObject({ 'x-session-id': SESSION_ID })
  })

  test('that cannot sign in again is signed out here', async () => {
    const { store, session } = await signedIn(
      anIdentity({ signInAside: async () => Promise.reject(new ApiFailure('offline')) }),
    )
    networkAnswers(renewed(), gone)
    await expect(session.changePassword(passwords)).resolves.toBe('signedOut')
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(readSessionId()).toBeNull()
    expect(currentCredentials()).toBeNull()
  })

  test.each([
    ['finds no network', noNetwork],
    ['finds another session', problem('SESSION_ALREADY_ACTIVE')],
  ])('whose new claim %s is signed out here', async (_, answer) => {
    const { store, identity, session } = await signedIn()
    networkAnswers(renewed(), gone, answer)
    await expect(session.changePassword(passwords)).resolves.toBe('signedOut')
    expect(identity.ready.takeOver).not.toHaveBeenCalled()
    expect(store.get()).toEqual({ status: 'signedOut' })
    expect(readSessionId()).toBeNull()
  })

  test('whose tokens are refused meanwhile by other calls stays signed in', async () => {
    const identity = anIdentity()
    const { store, session } = await signedIn(identity)
    const earlier = currentCredentials()
    networkAnswers(renewed(), gone)
    identity.signInAside.mockImplementation(async () => {
      const sent = networkAnswers(problem('AUTHENTICATION_REQUIRED'))
      await session.refresh()
      await vi.advanceTimersByTimeAsync(60_000)
      expect(sent).toHaveLength(0)
      await earlier?.recover('AUTHENTICATION_REQUIRED', { healed: ['AUTHENTICATION_REQUIRED'], headers: {} })
      networkAnswers(claimed({}, NEW_ID))
      return identity.ready
    })
    await expect(session.changePassword(passwords)).resolves.toBe('signedIn')
    expect(store.get()).toMatchObject({ status: 'signedIn', sessionId: NEW_ID })
  })

  test('during which another tab signs out keeps no new sign-in and frees its session', async () => {
    const identity = anIdentity()
    const { store, session } = await signedIn(identity)
    const sent = networkAnswers(renewed(), gone, claimed({}, NEW_ID), gone)
    identity.signInAside.mockImplementation(async () => {
      session.closedElsewhere()
      return identity.ready
    })
    await expect(session.changePassword(passwords)).resolves.toBe('signedOut')
    expect(identity.ready.takeOver).not.toHaveBeenCalled()
    expect(sent.at(-1)).toMatchObject({ method: 'DELETE', headers: { 'x-session-id': NEW_ID } })
    expect(readSessionId()).toBeNull()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })
})

describe('a session that another tab opened', () => {
  const NEW_ID = '7a6b1a52-4c8e-4f0e-9c57-1f7d0a1f2b3c'

  test('after a change of password there is taken up without leaving', async () => {
    const { store, identity, session } = await signedIn()
    const seen: string[] = []
    store.subscribe(() => seen.push(store.get().status))
    writeSessionId(NEW_ID)
    const sent = networkAnswers(claimed({}, NEW_ID))
    await session.openedElsewhere()
    expect(sent.map(({ body }) => body)).toEqual([{ sessionId: NEW_ID }])
    expect(identity.letGo).toHaveBeenCalledOnce()
    expect(seen).toEqual(['signedIn'])
    expect(store.get()).toMatchObject({ sessionId: NEW_ID })
  })

  test('is taken up over a bad network too', async () => {
    const { store, session } = await signedIn()
    writeSessionId(NEW_ID)
    networkAnswers(noNetwork, claimed({}, NEW_ID))
    const following = session.openedElsewhere()
    await vi.advanceTimersByTimeAsync(0)
    expect(store.get()).toMatchObject({ status: 'signedIn', trouble: 'offline' })
    await vi.advanceTimersByTimeAsync(2_000)
    await following
    expect(store.get()).toMatchObject({ status: 'signedIn', sessionId: NEW_ID, trouble: null })
  })

  test('for another account ends this one first', async () => {
    const { store, identity, session } = await signedIn()
    const seen: string[] = []
    store.subscribe(() => seen.push(store.get().status))
    writeSessionId(NEW_ID)
    identity.user.mockReturnValue('sub-2')
    networkAnswers(claimed({ email: 'autre@exemple.invalid' }, NEW_ID))
    await session.openedElsewhere()
    expect(seen).toEqual(['signedOut', 'loading', 'signedIn'])
    expect(store.get()).toMatchObject({ profile: { email: 'autre@exemple.invalid' } })
  })
})

describe('deleting the account', () => {
  test('forgets it here without a word to the server', async () => {
    const { store, identity, session } = await signedIn()
    const sent = networkAnswers(gone)
    await session.deleteAccount()
    expect(sent.map(({ method, address }) => `${method} ${address}`)).toEqual(['DELETE /api/account'])
    expect(sent[0]?.headers).toMatchObject({ 'x-session-id': SESSION_ID })
    expect(identity.leave).toHaveBeenCalledOnce()
    expect(identity.left.revoke).not.toHaveBeenCalled()
    expect(readSessionId()).toBeNull()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test.each(['OWNER_REQUIRED', 'CONFLICT'] as const)(
    'that is refused with %s keeps the user',
    async (code) => {
      const { store, session } = await signedIn()
      networkAnswers(problem(code))
      await expect(session.deleteAccount()).rejects.toMatchObject({ code })
      expect(store.get().status).toBe('signedIn')
    },
  )

  test('whose first answer was lost is done', async () => {
    const { store, session } = await signedIn()
    networkAnswers(noNetwork, problem('PROFILE_NOT_FOUND'))
    await expect(session.deleteAccount()).rejects.toMatchObject({ kind: 'unreachable' })
    expect(store.get().status).toBe('signedIn')
    await session.deleteAccount()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })
})
