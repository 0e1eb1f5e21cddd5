import { AUTH_KEY_PREFIX } from 'aws-amplify/auth/cognito'
import { describe, expect, test } from 'vitest'
import { json, noNetwork } from '#web/test/answers.ts'
import { cognitoAnswers, refusal, signInWith, tokens } from '#web/test/cognito.ts'
import { createCognito, type SignInAttempt } from './identity.ts'

// These tests use Amplify itself, over a network that answers as Cognito does.

type Answers = Parameters<typeof cognitoAnswers>[0]

const account = { email: 'moi@exemple.invalid', password: 'motdepasse' }
const LOCKED = refusal('NotAuthorizedException', 'Password attempts exceeded')
const storedTokens = () => Object.keys(localStorage).filter((key) => key.startsWith(`${AUTH_KEY_PREFIX}.`))
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

describe('a sign-in with a second factor', () => {
  test('stores tokens only after the code, when it is activated', async () => {
    const { answer, asked } = await waiting('codeNeeded', { RespondToAuthChallenge: () => tokens('first') })
    const ready = await answer('123456')
    expect(asked[0]).toMatchObject({
      name: 'RespondToAuthChallenge',
      body: {
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session: 'waiting',
        ChallengeResponses: { SOFTWARE_TOKEN_MFA_CODE: '123456' },
      },
    })
    expect(await ready.accessToken()).not.toBeNull()
    expect(storedTokens()).toEqual([])
    ready.activate()
    expect(storedTokens()).not.toEqual([])
    expect(await createCognito().accessToken()).not.toBeNull()
    expect(sessionStorage).toHaveLength(0)
  })

  test.each([
    ['a wrong code', refusal('CodeMismatchException', 'Invalid code received for user'), 'invalidCode'],
    ['a used code', refusal('ExpiredCodeException'), 'invalidCode'],
    ['too many codes', LOCKED, 'tooManyAttempts'],
    ['a late code', refusal('NotAuthorizedException', 'Invalid session for the user.'), 'signInExpired'],
    ['a blocked account', refusal('UserLambdaValidationException'), 'invalidCredentials'],
    ['the firewall', refusal('ForbiddenException'), 'tooManyAttempts'],
  ])('accepts another code after a refusal for %s', async (_, refused, reason) => {
    const { answer } = await waiting('codeNeeded', { RespondToAuthChallenge: () => refused })
    await expect(answer('000000')).rejects.toMatchObject({ reason })
    expect(storedTokens()).toEqual([])
    cognitoAnswers({ RespondToAuthChallenge: () => tokens('first') })
    expect(await (await answer('123456')).accessToken()).not.toBeNull()
  })

  test('reports a lost network as an API failure', async () => {
    const { answer } = await waiting('codeNeeded', { RespondToAuthChallenge: () => noNetwork })
    await expect(answer('123456')).rejects.toMatchObject({ name: 'ApiFailure' })
  })

  test('expires when another sign-in starts', async () => {
    const { answer } = await waiting('codeNeeded', { InitiateAuth: () => tokens('other') })
    await signInWith(createCognito(), { ...account, email: 'autre@exemple.invalid' })
    await expect(answer('123456')).rejects.toMatchObject({ reason: 'signInExpired' })
  })
})

describe('a sign-in with the temporary password of an invitation', () => {
  test('is complete with a new password', async () => {
    const { answer, asked } = await waiting('newPasswordNeeded', {
      RespondToAuthChallenge: () => tokens('first'),
    })
    const attempt = await answer('nouveau1')
    if (attempt.kind !== 'ready') throw new Error(`The sign-in became ${attempt.kind}`)
    expect(asked[0]).toMatchObject({
      name: 'RespondToAuthChallenge',
      body: {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session: 'waiting',
        ChallengeResponses: { NEW_PASSWORD: 'nouveau1' },
      },
    })
    attempt.signIn.activate()
    expect(await createCognito().accessToken()).not.toBeNull()
    expect(storedTokens()).not.toEqual([])
    expect(sessionStorage).toHaveLength(0)
  })

  test('may need a code after the new password', async () => {
    const { answer } = await waiting('newPasswordNeeded', {
      RespondToAuthChallenge: () => challenge('SOFTWARE_TOKEN_MFA'),
    })
    const attempt = await answer('nouveau1')
    if (attempt.kind !== 'codeNeeded') throw new Error(`The sign-in became ${attempt.kind}`)
    expect(storedTokens()).toEqual([])
    cognitoAnswers({ RespondToAuthChallenge: () => tokens('first') })
    const ready = await attempt.answer('123456')
    ready.activate()
    expect(storedTokens()).not.toEqual([])
  })

  test.each([
    ['a short password', refusal('InvalidPasswordException'), 'passwordTooShort'],
    [
      'a late password',
      refusal('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
      'signInExpired',
    ],
    ['a blocked account', refusal('UserLambdaValidationException'), 'invalidCredentials'],
    ['the firewall', refusal('ForbiddenException'), 'tooManyAttempts'],
  ])('accepts another password after a refusal for %s', async (_, refused, reason) => {
    const { answer } = await waiting('newPasswordNeeded', { RespondToAuthChallenge: () => refused })
    await expect(answer('nouveau1')).rejects.toMatchObject({ reason })
    expect(storedTokens()).toEqual([])
    cognitoAnswers({ RespondToAuthChallenge: () => tokens('first') })
    await expect(answer('nouveau1')).resolves.toMatchObject({ kind: 'ready' })
  })

  test('reports a lost network as an API failure', async () => {
    const { answer } = await waiting('newPasswordNeeded', { RespondToAuthChallenge: () => noNetwork })
    await expect(answer('nouveau1')).rejects.toMatchObject({ name: 'ApiFailure' })
  })
})

test('a sign-in with a password that an operator has reset asks for a new one', async () => {
  cognitoAnswers({ InitiateAuth: () => refusal('PasswordResetRequiredException') })
  await expect(createCognito().signIn(account)).resolves.toEqual({ kind: 'resetNeeded' })
  expect(storedTokens()).toEqual([])
})

describe('the second factor of the signed-in account', () => {
  async function secondFactor(answers: Answers) {
    cognitoAnswers({ InitiateAuth: () => tokens('first') })
    const identity = createCognito()
    await signInWith(identity, account)
    const asked = cognitoAnswers(answers)
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
    const { secondFactor: factor, asked } = await secondFactor({
      VerifySoftwareToken: () => json({ Status: 'SUCCESS' }),
    })
    await factor[change]('123456')
    expect(asked.map(({ name }) => name)).toEqual(['VerifySoftwareToken', 'SetUserMFAPreference'])
    expect(asked[0]?.body).toMatchObject({ UserCode: '123456' })
    expect(asked[1]?.body).toMatchObject({ SoftwareTokenMfaSettings: settings })
  })

  test.each([
    ['switchOn', refusal('EnableSoftwareTokenMFAException', 'Code mismatch'), 'invalidCode'],
    ['switchOn', refusal('CodeMismatchException'), 'invalidCode'],
    ['switchOff', refusal('ExpiredCodeException'), 'invalidCode'],
    ['switchOff', LOCKED, 'tooManyAttempts'],
  ] as const)('is unchanged when %s is refused with %o', async (change, refused, reason) => {
    const { secondFactor: factor, asked } = await secondFactor({ VerifySoftwareToken: () => refused })
    await expect(factor[change]('000000')).rejects.toMatchObject({ reason })
    expect(asked).toHaveLength(1)
  })
})
