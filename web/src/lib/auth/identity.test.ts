import { AUTH_KEY_PREFIX } from 'aws-amplify/auth/cognito'
import { describe, expect, test, vi } from 'vitest'
import { aLateAnswer, noNetwork } from '#web/test/answers.ts'
import { cognitoAnswers, refusal, signInWith, tokens } from '#web/test/cognito.ts'
import { createCognito } from './identity.ts'
import { hasStoredSession, readSessionId, writeSessionId } from './session-storage.ts'

const account = { email: 'eleve@exemple.invalid', password: 'motdepasse' }
const other = { ...account, email: 'autre@exemple.invalid' }

const storedTokens = () => Object.keys(localStorage).filter((key) => key.startsWith(`${AUTH_KEY_PREFIX}.`))
const jtiOf = (token: string | null) => JSON.parse(atob(token?.split('.')[1] ?? '')).jti as string

/** Returns a browser in which the account has signed in. */
async function signedIn(answers: Parameters<typeof cognitoAnswers>[0] = {}) {
  cognitoAnswers({ InitiateAuth: () => tokens('first') })
  const identity = createCognito()
  await signInWith(identity, account)
  return { identity, asked: cognitoAnswers(answers) }
}

describe('signing in', () => {
  test('stores the tokens for every tab', async () => {
    await signedIn()
    expect(hasStoredSession()).toBe(true)
    expect(jtiOf(await createCognito().accessToken())).toBe('first')
  })

  test('with another account removes the previous one, its session id included, and revokes it', async () => {
    const { identity, asked } = await signedIn({ InitiateAuth: () => tokens('second') })
    writeSessionId('s1')
    await signInWith(identity, other)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toMatchObject({ name: 'RevokeToken', body: { Token: 'refresh-first' } })
    expect(jtiOf(await identity.accessToken())).toBe('second')
    expect(JSON.stringify(localStorage)).not.toContain(account.email)
    expect(readSessionId()).toBeNull()
  })

  test('with the same account again keeps the session id', async () => {
    const { identity } = await signedIn({ InitiateAuth: () => tokens('second') })
    writeSessionId('s1')
    await signInWith(identity, account)
    expect(readSessionId()).toBe('s1')
  })

  test.each([
    [
      'a wrong password',
      refusal('NotAuthorizedException', 'Incorrect username or password.'),
      'invalidCredentials',
    ],
    [
      'a blocked account',
      refusal('UserLambdaValidationException', 'PostAuthentication failed with error SIGN_IN_REFUSED.'),
      'invalidCredentials',
    ],
    [
      'too many wrong passwords',
      refusal('NotAuthorizedException', 'Password attempts exceeded'),
      'tooManyAttempts',
    ],
    ['the firewall', refusal('ForbiddenException'), 'tooManyAttempts'],
    [
      'an expired invitation',
      refusal(
        'NotAuthorizedException',
        'Temporary password has expired and must be reset by an administrator.',
      ),
      'invitationExpired',
    ],
    [
      'an unconfirmed address, which this user pool does not have',
      refusal('UserNotConfirmedException'),
      'unknown',
    ],
  ])('refused for %s keeps the stored sign-in', async (_, answer, reason) => {
    const { identity } = await signedIn({ InitiateAuth: () => answer })
    const before = storedTokens()
    await expect(identity.signIn(other)).rejects.toMatchObject({ reason })
    expect(storedTokens()).toEqual(before)
    expect(jtiOf(await identity.accessToken())).toBe('first')
  })

  test('works within the page in a browser that stores nothing', async () => {
    const { setItem } = Storage.prototype
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (this === localStorage) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    })
    const { identity } = await signedIn()
    expect(localStorage).toHaveLength(0)
    expect(jtiOf(await identity.accessToken())).toBe('first')
    identity.detach()
    await expect(identity.accessToken()).resolves.toBeNull()
  })
})

describe('detaching', () => {
  test('removes the tokens at once, and nothing else', async () => {
    const { identity } = await signedIn()
    localStorage.setItem('theme', 'dark')
    identity.detach()
    expect(Object.keys(localStorage)).toEqual(['theme'])
    expect(hasStoredSession()).toBe(false)
    await expect(identity.accessToken()).resolves.toBeNull()
  })

  test('returns the sign-in, whose token works until it is revoked', async () => {
    const { identity, asked } = await signedIn()
    const detached = identity.detach()
    expect(jtiOf(await detached.accessToken())).toBe('first')
    await detached.revoke()
    expect(asked).toMatchObject([{ name: 'RevokeToken', body: { Token: 'refresh-first' } }])
    await expect(detached.accessToken()).resolves.toBeNull()
  })

  test('does not touch the next sign-in when the revocation is answered late', async () => {
    const { late, answer } = aLateAnswer()
    const { identity } = await signedIn({ RevokeToken: () => late, InitiateAuth: () => tokens('second') })
    const revoked = identity.detach().revoke()
    await signInWith(identity, other)
    answer(Response.json({}))
    await revoked
    expect(jtiOf(await identity.accessToken())).toBe('second')
  })

  test('stores nothing when a token refresh is answered late', async () => {
    const { late, answer } = aLateAnswer()
    const { identity, asked } = await signedIn({ GetTokensFromRefreshToken: () => late })
    const refreshing = identity.accessToken({ forceRefresh: true })
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    identity.detach()
    answer(tokens('second'))
    await refreshing
    expect(storedTokens()).toEqual([])
  })

  test('releasing keeps the newer tokens of another tab', async () => {
    const { identity } = await signedIn()
    identity.release()
    expect(jtiOf(await createCognito().accessToken())).toBe('first')
  })
})

describe('an access token', () => {
  test('that is still valid is read without a request', async () => {
    const { asked } = await signedIn()
    vi.stubGlobal('fetch', () => expect.unreachable('a request'))
    expect(jtiOf(await createCognito().accessToken())).toBe('first')
    expect(asked).toEqual([])
  })

  test.each([{ stored: 'no-token' }, { stored: 'a.bm90IEpTT04.b' }])(
    'that cannot be read ($stored) is refreshed',
    async ({ stored }) => {
      await signedIn({ GetTokensFromRefreshToken: () => tokens('second') })
      const key = storedTokens().find((each) => each.endsWith('.accessToken')) ?? ''
      localStorage.setItem(key, stored)
      await expect(createCognito().accessToken()).resolves.not.toBe(stored)
    },
  )

  test('is refreshed once for simultaneous callers', async () => {
    const { identity, asked } = await signedIn({ GetTokensFromRefreshToken: () => tokens('second') })
    const asking = [true, true, false].map((forceRefresh) => identity.accessToken({ forceRefresh }))
    const answers = (await Promise.all(asking)).map(jtiOf)
    expect(answers).toEqual(['second', 'second', 'second'])
    expect(asked.map(({ name }) => name)).toEqual(['GetTokensFromRefreshToken'])
  })

  test('that has expired is refreshed once for simultaneous callers', async () => {
    const { identity, asked } = await signedIn({ GetTokensFromRefreshToken: () => tokens('second') })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
    const asking = [0, 1, 2].map(() => identity.accessToken())
    expect((await Promise.all(asking)).map(jtiOf)).toEqual(['second', 'second', 'second'])
    expect(asked).toHaveLength(1)
  })

  test('is null when its refresh is refused', async () => {
    const { identity } = await signedIn({
      GetTokensFromRefreshToken: () => refusal('NotAuthorizedException', 'Refresh Token has been revoked'),
    })
    await expect(identity.accessToken({ forceRefresh: true })).resolves.toBeNull()
  })

  test('is kept when its refresh finds no network', async () => {
    const { identity } = await signedIn({ GetTokensFromRefreshToken: () => noNetwork })
    await expect(identity.accessToken({ forceRefresh: true })).rejects.toMatchObject({ kind: 'unreachable' })
    expect(storedTokens()).not.toEqual([])
  })
})

describe('a sign-in that is not activated', () => {
  test('keeps the stored tokens; activation replaces and revokes them', async () => {
    const { identity, asked } = await signedIn({ InitiateAuth: () => tokens('second') })
    writeSessionId('s1')
    const attempt = await identity.signIn(account)
    if (attempt.kind !== 'ready') throw new Error(`The sign-in became ${attempt.kind}`)
    const ready = attempt.signIn
    expect(jtiOf(await ready.accessToken())).toBe('second')
    expect(jtiOf(await createCognito().accessToken())).toBe('first')
    ready.activate()
    expect(jtiOf(await createCognito().accessToken())).toBe('second')
    expect(readSessionId()).toBe('s1')
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toMatchObject({ name: 'RevokeToken', body: { Token: 'refresh-first' } })
  })

  test('can be revoked', async () => {
    const { identity, asked } = await signedIn({ InitiateAuth: () => tokens('second') })
    const attempt = await identity.signIn(account)
    if (attempt.kind === 'ready') await attempt.signIn.revoke()
    expect(asked[1]).toMatchObject({ name: 'RevokeToken', body: { Token: 'refresh-second' } })
    expect(jtiOf(await identity.accessToken())).toBe('first')
  })

  test('keeps the stored tokens when there is no network', async () => {
    const { identity } = await signedIn({ InitiateAuth: () => noNetwork })
    await expect(identity.signIn(account)).rejects.toMatchObject({ name: 'ApiFailure' })
    expect(jtiOf(await identity.accessToken())).toBe('first')
  })
})

test('the user changes with the stored tokens', async () => {
  const { identity } = await signedIn({ InitiateAuth: () => tokens('second') })
  const user = identity.user()
  await signInWith(identity, account)
  expect(identity.user()).toBe(user)
  await signInWith(identity, other)
  expect(identity.user()).not.toBe(user)
  identity.detach()
  expect(identity.user()).toBeNull()
})
