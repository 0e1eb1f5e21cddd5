import { AUTH_KEY_PREFIX } from 'aws-amplify/auth/cognito'
import { describe, expect, test } from 'vitest'
import { json, noNetwork } from '#web/test/answers.ts'
import { cognitoAnswers, refusal, tokens } from '#web/test/cognito.ts'
import { site } from '../site.ts'
import { createCognito, type SignInOutcome } from './identity.ts'

// Amplify itself, over a network that answers as Cognito does.
const account = { email: 'moi@exemple.invalid', password: 'motdepasse' }
const LOCKED = refusal('NotAuthorizedException', 'Password attempts exceeded')

type Answers = Parameters<typeof cognitoAnswers>[0]

const storedTokens = () => Object.keys(localStorage).filter((key) => key.startsWith(`${AUTH_KEY_PREFIX}.`))
const challenge = () =>
  json({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    ChallengeParameters: { USER_ID_FOR_SRP: 'sub-1' },
    Session: 'waiting',
  })

const answerOf = (outcome: SignInOutcome) => {
  if (outcome.kind !== 'codeNeeded') throw new Error('No code was asked for')
  return outcome.answer
}

describe('a sign-in with a code', () => {
  /** The password was right; what comes now is answered as given. */
  async function waiting(answers: Answers = {}) {
    cognitoAnswers({ InitiateAuth: challenge })
    const identity = createCognito()
    const answer = answerOf(await identity.signIn(account))
    expect(storedTokens()).toEqual([])
    return { identity, answer, asked: cognitoAnswers(answers) }
  }

  test('is complete with the code, and not before', async () => {
    const { identity, answer, asked } = await waiting({ RespondToAuthChallenge: () => tokens('first') })
    await answer('123456')
    expect(asked[0]).toMatchObject({
      name: 'RespondToAuthChallenge',
      body: {
        ChallengeName: 'SOFTWARE_TOKEN_MFA',
        Session: 'waiting',
        ChallengeResponses: { SOFTWARE_TOKEN_MFA_CODE: '123456' },
      },
    })
    expect(await identity.accessToken()).not.toBeNull()
    expect(storedTokens()).not.toEqual([])
    expect(sessionStorage).toHaveLength(0)
  })

  test.each([
    ['a wrong code', refusal('CodeMismatchException', 'Invalid code received for user'), 'invalidCode'],
    ['a used one', refusal('ExpiredCodeException'), 'invalidCode'],
    ['too many', LOCKED, 'tooManyAttempts'],
    [
      'one that comes late',
      refusal('NotAuthorizedException', 'Invalid session for the user.'),
      'signInExpired',
    ],
    ['a blocked account', refusal('UserLambdaValidationException'), 'invalidCredentials'],
    ['the firewall', refusal('ForbiddenException'), 'tooManyAttempts'],
  ])('refuses %s, stores nothing and takes another', async (_, refused, reason) => {
    const { answer } = await waiting({ RespondToAuthChallenge: () => refused })
    await expect(answer('000000')).rejects.toMatchObject({ reason })
    expect(storedTokens()).toEqual([])
    cognitoAnswers({ RespondToAuthChallenge: () => tokens('first') })
    await answer('123456')
    expect(storedTokens()).not.toEqual([])
  })

  test('without network can be tried again', async () => {
    const { answer } = await waiting({ RespondToAuthChallenge: () => noNetwork })
    await expect(answer('123456')).rejects.toMatchObject({ name: 'ApiFailure' })
  })

  test('that another one has replaced is over', async () => {
    const { identity, answer } = await waiting({ InitiateAuth: () => tokens('other') })
    await identity.signIn({ ...account, email: 'autre@exemple.invalid' })
    await expect(answer('123456')).rejects.toMatchObject({ reason: 'signInExpired' })
  })

  test('can be made aside, and leaves this browser as it is', async () => {
    cognitoAnswers({ InitiateAuth: challenge, RespondToAuthChallenge: () => tokens('first') })
    const attempt = await createCognito().signInAside(account)
    if (attempt.kind !== 'codeNeeded') throw new Error('No code was asked for')
    expect(await (await attempt.answer('123456')).accessToken()).not.toBeNull()
    expect(storedTokens()).toEqual([])
  })
})

describe('the app of whoever is signed in', () => {
  async function secondFactor(answers: Answers) {
    cognitoAnswers({ InitiateAuth: () => tokens('first') })
    const identity = createCognito()
    await identity.signIn(account)
    const asked = cognitoAnswers(answers)
    return { app: await identity.secondFactor(), asked }
  }

  test('begins with a secret, and an address that names site and account', async () => {
    const { app } = await secondFactor({ AssociateSoftwareToken: () => json({ SecretCode: 'ABCD2345' }) })
    const { secret, address } = await app.setUp('moi+test@exemple.invalid')
    expect(secret).toBe('ABCD2345')
    const { protocol, host, searchParams, pathname } = new URL(address)
    expect(`${protocol}//${host}`).toBe('otpauth://totp')
    expect(decodeURIComponent(pathname)).toBe(`/${site.name}:moi+test@exemple.invalid`)
    expect(Object.fromEntries(searchParams)).toEqual({ secret: 'ABCD2345', issuer: site.name })
  })

  test.each([
    ['switchOn', { Enabled: true, PreferredMfa: true }],
    ['switchOff', { Enabled: false }],
  ] as const)('%s wants a code before anything changes', async (change, settings) => {
    const { app, asked } = await secondFactor({ VerifySoftwareToken: () => json({ Status: 'SUCCESS' }) })
    await app[change]('123456')
    expect(asked.map(({ name }) => name)).toEqual(['VerifySoftwareToken', 'SetUserMFAPreference'])
    expect(asked[0]?.body).toMatchObject({ UserCode: '123456' })
    expect(asked[1]?.body).toMatchObject({ SoftwareTokenMfaSettings: settings })
  })

  test.each([
    ['switchOn', refusal('EnableSoftwareTokenMFAException', 'Code mismatch'), 'invalidCode'],
    ['switchOn', refusal('CodeMismatchException'), 'invalidCode'],
    ['switchOff', refusal('ExpiredCodeException'), 'invalidCode'],
    ['switchOff', LOCKED, 'tooManyAttempts'],
  ] as const)('%s refused by %o changes nothing', async (change, refused, reason) => {
    const { app, asked } = await secondFactor({ VerifySoftwareToken: () => refused })
    await expect(app[change]('000000')).rejects.toMatchObject({ reason })
    expect(asked).toHaveLength(1)
  })
})
