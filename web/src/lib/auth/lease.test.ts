import { describe, expect, test } from 'vitest'
import { networkAnswers, noContent, problem } from '#web/test/answers.ts'
import { account, anIdentity, beginSignedOut, claimed, renewed, signedIn } from '#web/test/sessions.ts'
import { readyCredentials } from '../api/credentials.ts'

beginSignedOut()

describe('a refused call', () => {
  const recover = async (code: string, headers = { authorization: 'Bearer token' }) =>
    (await readyCredentials())?.recover(code, { recovered: [], headers })

  test('renews a stale lease once and is repeated', async () => {
    const { store } = await signedIn()
    const sent = networkAnswers(renewed())
    await expect(recover('SESSION_INACTIVE')).resolves.toBe(true)
    expect(sent).toHaveLength(1)
    expect(store.get().status).toBe('signedIn')
  })

  test('signs out when another device holds the lease', async () => {
    const { store } = await signedIn()
    networkAnswers(problem('SESSION_INACTIVE'))
    await expect(recover('SESSION_INACTIVE')).rejects.toThrow()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })

  test('shares one token refresh with all others, also with those refused later', async () => {
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

  test('of an earlier sign-in does not end the current one', async () => {
    const { store, session } = await signedIn()
    const earlier = await readyCredentials()
    networkAnswers(noContent, claimed())
    await session.signOut()
    await session.signIn(account)
    await expect(earlier?.recover('ACCOUNT_BLOCKED', { recovered: [], headers: {} })).resolves.toBe(false)
    expect(store.get().status).toBe('signedIn')
  })

  test('with a refusal that is not about the session stays signed in', async () => {
    const { store } = await signedIn()
    await expect(recover('PREMIUM_REQUIRED')).resolves.toBe(false)
    expect(store.get().status).toBe('signedIn')
  })
})
