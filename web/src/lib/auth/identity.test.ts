import { AUTH_KEY_PREFIX } from 'aws-amplify/auth/cognito'
import { describe, expect, test, vi } from 'vitest'
import { aLateAnswer, noNetwork } from '#web/test/answers.ts'
import { cognitoAnswers, refusal, tokens } from '#web/test/cognito.ts'
import { createCognito } from './identity.ts'
import { hasStoredSession, readSessionId, writeSessionId } from './session-storage.ts'

const account = { email: 'eleve@exemple.invalid', password: 'motdepasse' }
const other = { ...account, email: 'autre@exemple.invalid' }

const storedTokens = () => Object.keys(localStorage).filter((key) => key.startsWith(`${AUTH_KEY_PREFIX}.`))
const jtiOf = (token: string | null) => JSON.parse(atob(token?.split('.')[1] ?? '')).jti as string

/** A browser in which the account signed in. */
async function signedIn(answers: Parameters<typeof cognitoAnswers>[0] = {}) {
  cognitoAnswers({ InitiateAuth: () => tokens('first') })
  const identity = createCognito()
  await identity.signIn(account)
  return { identity, asked: cognitoAnswers(answers) }
}

describe('signing in', () => {
  test('keeps the tokens where every tab finds them', async () => {
    await signedIn()
    expect(hasStoredSession()).toBe(true)
    expect(jtiOf(await createCognito().accessToken())).toBe('first')
  })

  test('of another account leaves nothing of the one before, and revokes it', async () => {
    const { identity, asked } = await signedIn({ InitiateAuth: () => tokens('second') })
    writeSessionId('s1')
    await identity.signIn(other)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toMatchObject({ name: 'RevokeToken', body: { Token: 'refresh-first' } })
    expect(jtiOf(await identity.accessToken())).toBe('second')
    expect(JSON.stringify(localStorage)).not.toContain(account.email)
    expect(readSessionId()).toBeNull()
  })

  test('of the same account again keeps the session that it holds', async () => {
    const { identity } = await signedIn({ InitiateAuth: () => tokens('second') })
    writeSessionId('s1')
    await identity.signIn(account)
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
      'an invitation that nobody took up in time',
      refusal(
        'NotAuthorizedException',
        'Temporary password has expired and must be reset by an administrator.',
      ),
      'invitationExpired',
    ],
    [
      'an address that never was confirmed, which this pool does not have',
      refusal('UserNotConfirmedException'),
      'unknown',
    ],
  ])('that is refused for %s changes nothing, over an earlier sign-in as well', async (_, answer, reason) => {
    const { identity } = await signedIn({ InitiateAuth: () => answer })
    const before = storedTokens()
    await expect(identity.signIn(other)).rejects.toMatchObject({ reason })
    expect(storedTokens()).toEqual(before)
    expect(jtiOf(await identity.accessToken())).toBe('first')
  })

  test('in a browser that stores nothing works within the page', async () => {
    const { setItem } = Storage.prototype
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(function (this: Storage, key, value) {
      if (this === localStorage) throw new DOMException('full', 'QuotaExceededError')
      setItem.call(this, key, value)
    })
    const { identity } = await signedIn()
    expect(localStorage).toHaveLength(0)
    expect(jtiOf(await identity.accessToken())).toBe('first')
    identity.leave()
    await expect(identity.accessToken()).resolves.toBeNull()
  })
})

describe('leaving', () => {
  test('removes every token at once, and nothing else', async () => {
    const { identity } = await signedIn()
    localStorage.setItem('theme', 'dark')
    identity.leave()
    expect(Object.keys(localStorage)).toEqual(['theme'])
    expect(hasStoredSession()).toBe(false)
    await expect(identity.accessToken()).resolves.toBeNull()
  })

  test('can still speak for the sign-in, until it revokes it', async () => {
    const { identity, asked } = await signedIn()
    const left = identity.leave()
    expect(jtiOf(await left.accessToken())).toBe('first')
    await left.revoke()
    expect(asked).toMatchObject([{ name: 'RevokeToken', body: { Token: 'refresh-first' } }])
    await expect(left.accessToken()).resolves.toBeNull()
  })

  test('revoked late does not touch the sign-in that followed', async () => {
    const { late, answer } = aLateAnswer()
    const { identity } = await signedIn({ RevokeToken: () => late, InitiateAuth: () => tokens('second') })
    const revoked = identity.leave().revoke()
    await identity.signIn(other)
    answer(Response.json({}))
    await revoked
    expect(jtiOf(await identity.accessToken())).toBe('second')
  })

  test('while a refresh is under way stores nothing when it comes', async () => {
    const { late, answer } = aLateAnswer()
    const { identity, asked } = await signedIn({ GetTokensFromRefreshToken: () => late })
    const refreshing = identity.accessToken({ forceRefresh: true })
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    identity.leave()
    answer(tokens('second'))
    await refreshing
    expect(storedTokens()).toEqual([])
  })

  test('lets another tab’s newer tokens alone', async () => {
    const { identity } = await signedIn()
    identity.letGo()
    expect(jtiOf(await createCognito().accessToken())).toBe('first')
  })
})

describe('a token', () => {
  test('is refreshed once for everybody who asks meanwhile', async () => {
    const { identity, asked } = await signedIn({ GetTokensFromRefreshToken: () => tokens('second') })
    const asking = [true, true, false].map((forceRefresh) => identity.accessToken({ forceRefresh }))
    const answers = (await Promise.all(asking)).map(jtiOf)
    expect(answers).toEqual(['second', 'second', 'second'])
    expect(asked.map(({ name }) => name)).toEqual(['GetTokensFromRefreshToken'])
  })

  test('that expired is refreshed once for everybody who asks', async () => {
    const { identity, asked } = await signedIn({ GetTokensFromRefreshToken: () => tokens('second') })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * 3_600_000 })
    const asking = [0, 1, 2].map(() => identity.accessToken())
    expect((await Promise.all(asking)).map(jtiOf)).toEqual(['second', 'second', 'second'])
    expect(asked).toHaveLength(1)
  })

  test('whose refresh is refused is none: the account must sign in again', async () => {
    const { identity } = await signedIn({
      GetTokensFromRefreshToken: () => refusal('NotAuthorizedException', 'Refresh Token has been revoked'),
    })
    await expect(identity.accessToken({ forceRefresh: true })).resolves.toBeNull()
  })

  test('whose refresh finds no network stays', async () => {
    const { identity } = await signedIn({ GetTokensFromRefreshToken: () => noNetwork })
    await expect(identity.accessToken({ forceRefresh: true })).rejects.toMatchObject({ kind: 'unreachable' })
    expect(storedTokens()).not.toEqual([])
  })
})

describe('changing the password', () => {
  test.each([
    [
      'a wrong current password',
      refusal('NotAuthorizedException', 'Incorrect username or password.'),
      'invalidCredentials',
    ],
    ['too many attempts', refusal('LimitExceededException'), 'tooManyAttempts'],
    ['a short password', refusal('InvalidPasswordException'), 'passwordTooShort'],
  ])('is refused for %s', async (_, answer, reason) => {
    const { identity } = await signedIn({ ChangePassword: () => answer })
    const passwords = { current: 'faux', next: 'nouveau' }
    await expect(identity.changePassword(passwords)).rejects.toMatchObject({ reason })
  })
})

describe('signing in aside', () => {
  test('leaves this browser as it is until the new sign-in takes over, which revokes the old one', async () => {
    const { identity, asked } = await signedIn({ InitiateAuth: () => tokens('second') })
    writeSessionId('s1')
    const attempt = await identity.signInAside(account)
    if (attempt.kind !== 'ready') throw new Error('Something else was asked for')
    const ready = attempt.signIn
    expect(jtiOf(await ready.accessToken())).toBe('second')
    expect(jtiOf(await createCognito().accessToken())).toBe('first')
    ready.takeOver()
    expect(jtiOf(await createCognito().accessToken())).toBe('second')
    expect(readSessionId()).toBe('s1')
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toMatchObject({ name: 'RevokeToken', body: { Token: 'refresh-first' } })
  })

  test('can be given back', async () => {
    const { identity, asked } = await signedIn({ InitiateAuth: () => tokens('second') })
    const attempt = await identity.signInAside(account)
    if (attempt.kind === 'ready') await attempt.signIn.revoke()
    expect(asked[1]).toMatchObject({ name: 'RevokeToken', body: { Token: 'refresh-second' } })
    expect(jtiOf(await identity.accessToken())).toBe('first')
  })

  test('without network changes nothing', async () => {
    const { identity } = await signedIn({ InitiateAuth: () => noNetwork })
    await expect(identity.signInAside(account)).rejects.toMatchObject({ name: 'ApiFailure' })
    expect(jtiOf(await identity.accessToken())).toBe('first')
  })
})

test('this browser knows whose tokens it holds', async () => {
  const { identity } = await signedIn({ InitiateAuth: () => tokens('second') })
  const user = identity.user()
  await identity.signIn(account)
  expect(identity.user()).toBe(user)
  await identity.signIn(other)
  expect(identity.user()).not.toBe(user)
  identity.leave()
  expect(identity.user()).toBeNull()
})

describe('resetting the password', () => {
  test.each([
    refusal('UserNotFoundException'),
    refusal('NotAuthorizedException', 'User password cannot be reset in the current state.'),
  ])('answers alike whether the account exists, waits for its first sign-in or not', async (refused) => {
    cognitoAnswers({ ForgotPassword: () => refused })
    await expect(createCognito().requestPasswordReset(account.email)).resolves.toBeUndefined()
  })

  test('too often is refused', async () => {
    cognitoAnswers({ ForgotPassword: () => refusal('LimitExceededException') })
    await expect(createCognito().requestPasswordReset(account.email)).rejects.toMatchObject({
      reason: 'tooManyAttempts',
    })
  })

  test('with a wrong code is refused', async () => {
    cognitoAnswers({ ConfirmForgotPassword: () => refusal('CodeMismatchException') })
    const reset = createCognito().confirmPasswordReset({ ...account, code: '000000' })
    await expect(reset).rejects.toMatchObject({ reason: 'invalidCode' })
  })
})

test('signing up with an address that somebody has is refused', async () => {
  cognitoAnswers({ SignUp: () => refusal('UsernameExistsException') })
  await expect(createCognito().signUp(account)).rejects.toMatchObject({ reason: 'accountExists' })
})
