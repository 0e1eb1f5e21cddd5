import { describe, expect, test, vi } from 'vitest'
import { renewSession } from '#shared/contract/session.ts'
import { networkAnswers, noContent, problem } from '#web/test/answers.ts'
import { cognitoAnswers, signInWith, tokens } from '#web/test/cognito.ts'
import {
  account,
  anIdentity,
  aSession,
  beginSignedOut,
  claimed,
  renewed,
  signedIn,
} from '#web/test/sessions.ts'
import { call } from '../api/call.ts'
import { readyCredentials } from '../api/credentials.ts'
import { createCognito } from './identity.ts'

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

test('a token that expires during requests is refreshed once and each request is repeated once', async () => {
  const asked = cognitoAnswers({
    InitiateAuth: () => tokens('first'),
    GetTokensFromRefreshToken: () => tokens('second'),
  })
  const identity = createCognito()
  await signInWith(identity, account)
  const old = `Bearer ${await identity.accessToken()}`
  const sent: boolean[] = []
  const cognito = fetch
  vi.stubGlobal('fetch', async (address: string | URL, init: RequestInit) => {
    if (!String(address).startsWith('/api/')) return cognito(address, init)
    if (String(address) === '/api/session') return claimed()
    const isOld = new Headers(init.headers).get('authorization') === old
    sent.push(isOld)
    return isOld ? problem('AUTHENTICATION_REQUIRED') : renewed()
  })
  const { store, session } = aSession(identity)
  await session.start()
  const answers = await Promise.all([0, 1, 2].map(() => call(renewSession, { body: {} })))
  expect(answers).toHaveLength(3)
  expect(store.get().status).toBe('signedIn')
  session.endedElsewhere()
  expect(sent).toEqual([true, true, true, false, false, false])
  expect(asked.map(({ name }) => name)).toEqual(['InitiateAuth', 'GetTokensFromRefreshToken'])
})
