import { AUTH_KEY_PREFIX } from 'aws-amplify/auth/cognito'
import { describe, expect, test, vi } from 'vitest'
import { aLateAnswer, json, noNetwork } from '#web/test/answers.ts'
import { cognitoAnswers, refusal, signInWith, tokens } from '#web/test/cognito.ts'
import { sendResetCode } from './cognito-forms.ts'
import { createCognito, type SignInAttempt } from './identity.ts'
import { hasStoredSession, readSessionId, writeSessionId } from './session-storage.ts'

// These tests use Amplify itself, over a network that answers as Cognito does.

type Answers = Parameters<typeof cognitoAnswers>[0]

const account = { email: 'eleve@exemple.invalid', password: 'motdepasse' }
const other = { ...account, email: 'autre@exemple.invalid' }

const storedTokens = () => Object.keys(localStorage).filter((key) => key.startsWith(`${AUTH_KEY_PREFIX}.`))
const jtiOf = (token: string | null) => JSON.parse(atob(token?.split('.')[1] ?? '')).jti as string
const WRONG_PASSWORD = refusal('NotAuthorizedException', 'Incorrect username or password.')

/** Returns a browser in which the account has signed in. */
async function signedIn(answers: Answers = {}) {
  cognitoAnswers({ InitiateAuth: () => tokens('first') })
  const identity = createCognito()
  await signInWith(identity, account)
  return { identity, asked: cognitoAnswers(answers) }
}

describe('signing in', () => {
  test('with another account removes the previous one, its session id included, and revokes it', async () => {
    const { identity, asked } = await signedIn({ InitiateAuth: () => tokens('second') })
    expect(hasStoredSession()).toBe(true)
    writeSessionId('s1')
    const user = identity.user()
    await signInWith(identity, other)
    expect(identity.user()).not.toBe(user)
    await vi.waitFor(() => expect(asked).toHaveLength(2))
    expect(asked[1]).toMatchObject({ name: 'RevokeToken', body: { Token: 'refresh-first' } })
    expect(jtiOf(await identity.accessToken())).toBe('second')
    expect(JSON.stringify(localStorage)).not.toContain(account.email)
    expect(readSessionId()).toBeNull()
  })

  test.each([
    ['a wrong password', WRONG_PASSWORD, 'invalidCredentials'],
    ['a blocked account', refusal('UserLambdaValidationException', 'SIGN_IN_REFUSED.'), 'invalidCredentials'],
    [
      'an expired invitation',
      refusal('NotAuthorizedException', 'Temporary password has expired and must be reset.'),
      'invitationExpired',
    ],
  ])('refused for %s keeps the stored sign-in', async (_, answer, reason) => {
    const { identity } = await signedIn({ InitiateAuth: () => answer })
    const before = storedTokens()
    await expect(identity.signIn(other)).rejects.toMatchObject({ reason })
    expect(storedTokens()).toEqual(before)
    expect(jtiOf(await identity.accessToken())).toBe('first')
  })

  test('with a password that an operator has reset asks for a new one', async () => {
    cognitoAnswers({ InitiateAuth: () => refusal('PasswordResetRequiredException') })
    await expect(createCognito().signIn(account)).resolves.toEqual({ kind: 'resetNeeded' })
    expect(storedTokens()).toEqual([])
  })
})

describe('detaching', () => {
  test('removes the tokens at once, and nothing else; they work until they are revoked', async () => {
    const { identity, asked } = await signedIn()
    localStorage.setItem('theme', 'dark')
    const detached = identity.detach()
    expect(Object.keys(localStorage)).toEqual(['theme'])
    await expect(identity.accessToken()).resolves.toBeNull()
    expect(identity.user()).toBeNull()
    expect(jtiOf(await detached.accessToken())).toBe('first')
    await detached.revoke()
    expect(asked).toMatchObject([{ name: 'RevokeToken', body: { Token: 'refresh-first' } }])
    await expect(detached.accessToken()).resolves.toBeNull()
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

  test('is not what releasing does, which keeps the newer tokens of another tab', async () => {
    const { identity } = await signedIn()
    identity.release()
    expect(jtiOf(await createCognito().accessToken())).toBe('first')
  })
})

describe('an access token', () => {
  test.each([
    { when: 'it is asked for', forceRefresh: true, ageMs: 0 },
    { when: 'the old one has expired', forceRefresh: false, ageMs: 2 * 3_600_000 },
  ])('is refreshed once for simultaneous callers when $when', async ({ forceRefresh, ageMs }) => {
    const { identity, asked } = await signedIn({ GetTokensFromRefreshToken: () => tokens('second') })
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + ageMs })
    const asking = [forceRefresh, forceRefresh, false].map((force) =>
      identity.accessToken({ forceRefresh: force }),
    )
    expect((await Promise.all(asking)).map(jtiOf)).toEqual(['second', 'second', 'second'])
    expect(asked.map(({ name }) => name)).toEqual(['GetTokensFromRefreshToken'])
  })

  test('is null when its refresh is refused, and kept when that finds no network', async () => {
    const refused = refusal('NotAuthorizedException', 'Refresh Token has been revoked')
    const { identity } = await signedIn({ GetTokensFromRefreshToken: () => noNetwork })
    await expect(identity.accessToken({ forceRefresh: true })).rejects.toMatchObject({ kind: 'unreachable' })
    expect(storedTokens()).not.toEqual([])
    cognitoAnswers({ GetTokensFromRefreshToken: () => refused })
    await expect(identity.accessToken({ forceRefresh: true })).resolves.toBeNull()
  })
})

const challenge = (ChallengeName: string) =>
  json({
    ChallengeName,
    ChallengeParameters: { USER_ID_FOR_SRP: 'sub-1', requiredAttributes: '[]', userAttributes: '{}' },
    Session: 'waiting',
  })

type WaitingAnswers = {
  codeNeeded: Extract<SignInAttempt, { kind: 'codeNeeded' }>['answer']
  newPasswordNeeded: Extract<SignInAttempt, { kind: 'newPasswordNeeded' }>['answer']
}

/** Starts a sign-in that waits for an answer to a challenge; Cognito then answers as given. */
async function waiting<Kind extends keyof WaitingAnswers>(kind: Kind, answers: Answers = {}) {
  const name = kind === 'codeNeeded' ? 'SOFTWARE_TOKEN_MFA' : 'NEW_PASSWORD_REQUIRED'
  cognitoAnswers({ InitiateAuth: () => challenge(name) })
  const attempt = await createCognito().signIn(account)
  if (attempt.kind !== kind || !('answer' in attempt)) throw new Error(`The sign-in became ${attempt.kind}`)
  expect(storedTokens()).toEqual([])
  return { answer: attempt.answer as WaitingAnswers[Kind], asked: cognitoAnswers(answers) }
}

describe('a sign-in that waits for an answer', () => {
  test('stores tokens only after the code of a second factor, when it is activated', async () => {
    const { answer, asked } = await waiting('codeNeeded', { RespondToAuthChallenge: () => tokens('first') })
    const ready = await answer('123456')
    expect(asked[0]?.body).toMatchObject({
      ChallengeName: 'SOFTWARE_TOKEN_MFA',
      Session: 'waiting',
      ChallengeResponses: { SOFTWARE_TOKEN_MFA_CODE: '123456' },
    })
    expect(await ready.accessToken()).not.toBeNull()
    expect(storedTokens()).toEqual([])
    ready.activate()
    expect(await createCognito().accessToken()).not.toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  test('is complete with the new password of an invited user', async () => {
    const answers = { RespondToAuthChallenge: () => tokens('first') }
    const { answer, asked } = await waiting('newPasswordNeeded', answers)
    const attempt = await answer('nouveau1')
    if (attempt.kind !== 'ready') throw new Error(`The sign-in became ${attempt.kind}`)
    expect(asked[0]?.body).toMatchObject({
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: 'waiting',
      ChallengeResponses: { NEW_PASSWORD: 'nouveau1' },
    })
    attempt.signIn.activate()
    expect(await createCognito().accessToken()).not.toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  test.each([
    ['codeNeeded', 'a wrong code', refusal('CodeMismatchException'), 'invalidCode'],
    ['codeNeeded', 'a late code', refusal('NotAuthorizedException', 'Invalid session'), 'signInExpired'],
    [
      'codeNeeded',
      'too many codes',
      refusal('NotAuthorizedException', 'Password attempts exceeded'),
      'tooManyAttempts',
    ],
    ['codeNeeded', 'a blocked account', refusal('UserLambdaValidationException'), 'invalidCredentials'],
    ['newPasswordNeeded', 'a short password', refusal('InvalidPasswordException'), 'passwordTooShort'],
    ['newPasswordNeeded', 'a late password', refusal('NotAuthorizedException', 'Expired'), 'signInExpired'],
  ] as const)('as %s accepts another answer after a refusal for %s', async (kind, _, refused, reason) => {
    const { answer } = await waiting(kind, { RespondToAuthChallenge: () => refused })
    await expect(answer('000000')).rejects.toMatchObject({ reason })
    expect(storedTokens()).toEqual([])
    cognitoAnswers({ RespondToAuthChallenge: () => tokens('first') })
    await expect(answer('123456')).resolves.toBeDefined()
  })

  test('expires when another sign-in starts', async () => {
    const { answer } = await waiting('codeNeeded', { InitiateAuth: () => tokens('other') })
    await signInWith(createCognito(), other)
    await expect(answer('123456')).rejects.toMatchObject({ reason: 'signInExpired' })
  })
})

describe('the second factor of the signed-in account', () => {
  async function secondFactor(answers: Answers) {
    const { identity, asked } = await signedIn(answers)
    return { secondFactor: await identity.secondFactor(), asked }
  }

  test('has a key whose address names the site and the account', async () => {
    const created = await secondFactor({ AssociateSoftwareToken: () => json({ SecretCode: 'ABCD2345' }) })
    const { secret, address } = await created.secondFactor.createKey('moi+test@exemple.invalid')
    expect(secret).toBe('ABCD2345')
    const { protocol, host, searchParams, pathname } = new URL(address)
    expect(`${protocol}//${host}`).toBe('otpauth://totp')
    expect(decodeURIComponent(pathname)).toBe(`/${__SITE_NAME__}:moi+test@exemple.invalid`)
    expect(Object.fromEntries(searchParams)).toEqual({ secret: 'ABCD2345', issuer: __SITE_NAME__ })
  })

  test.each([
    ['switchOn', { Enabled: true, PreferredMfa: true }],
    ['switchOff', { Enabled: false }],
  ] as const)('verifies a code before %s changes the setting', async (change, settings) => {
    const answers = { VerifySoftwareToken: () => json({ Status: 'SUCCESS' }) }
    const { secondFactor: factor, asked } = await secondFactor(answers)
    await factor[change]('123456')
    expect(asked.map(({ name }) => name)).toEqual(['VerifySoftwareToken', 'SetUserMFAPreference'])
    expect(asked[0]?.body).toMatchObject({ UserCode: '123456' })
    expect(asked[1]?.body).toMatchObject({ SoftwareTokenMfaSettings: settings })
    const refused = await secondFactor({ VerifySoftwareToken: () => refusal('CodeMismatchException') })
    await expect(refused.secondFactor[change]('000000')).rejects.toMatchObject({ reason: 'invalidCode' })
    expect(refused.asked.map(({ name }) => name)).not.toContain('SetUserMFAPreference')
  })
})

test.each([
  ['does not exist', refusal('UserNotFoundException')],
  ['waits for its first sign-in', refusal('NotAuthorizedException', 'User password cannot be reset')],
])('a forgotten password is sent a code alike for an account that %s', async (_, refused) => {
  cognitoAnswers({ ForgotPassword: () => refused })
  await expect(sendResetCode(account.email)).resolves.toBeUndefined()
})

test('a sign-up hands the proof of work to the account service', async () => {
  const asked = cognitoAnswers({ SignUp: () => json({ UserConfirmed: true, UserSub: 'sub-1' }) })
  await createCognito().signUp({ ...account, proof: 'proof' })
  expect(asked.find(({ name }) => name === 'SignUp')?.body).toMatchObject({
    Username: account.email,
    ValidationData: [{ Name: 'altcha', Value: 'proof' }],
  })
})
