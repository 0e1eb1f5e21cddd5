import { describe, expect, test, vi } from 'vitest'
import { networkAnswers, noContent, noNetwork, problem } from '#web/test/answers.ts'
import { account, anIdentity, beginSignedOut, claimed, renewed, signedIn } from '#web/test/sessions.ts'
import { currentCredentials } from '../api/credentials.ts'
import { writeSessionId } from './session-storage.ts'

beginSignedOut()

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
    networkAnswers(noContent, claimed())
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
