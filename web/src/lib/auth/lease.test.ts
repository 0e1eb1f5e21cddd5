import { describe, expect, test } from 'vitest'
import { readyCredentials } from '#web/lib/api/call.ts'
import { networkAnswers, noContent, problem } from '#web/test/answers.ts'
import { account, anIdentity, beginSignedOut, claimed, renewed, signedIn } from '#web/test/sessions.ts'

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

  test.each([
    { code: 'SESSION_INACTIVE', status: 'signedOut' },
    { code: 'ACCOUNT_BLOCKED', status: 'signedOut' },
    { code: 'PROFILE_NOT_FOUND', status: 'signedOut' },
    { code: 'PREMIUM_REQUIRED', status: 'signedIn' },
    { code: 'TOO_MANY_REQUESTS', status: 'signedIn' },
  ])(
    'with $code, which a heartbeat does not change, leaves the account $status',
    async ({ code, status }) => {
      const { store } = await signedIn()
      networkAnswers(problem('SESSION_INACTIVE'))
      await recover(code).catch(() => false)
      expect(store.get().status).toBe(status)
    },
  )

  test('shares one token refresh with all others, also with those refused later', async () => {
    let token = 'old'
    const identity = anIdentity(async ({ forceRefresh = false } = {}) => {
      if (forceRefresh) token = 'new'
      return token
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
})
