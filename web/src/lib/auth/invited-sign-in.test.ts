import { AUTH_KEY_PREFIX } from 'aws-amplify/auth/cognito'
import { describe, expect, test, vi } from 'vitest'
import { json, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { cognitoAnswers, refusal, tokens } from '#web/test/cognito.ts'
import { account, anIdentity, aSession, claimed } from '#web/test/sessions.ts'
import { createCognito, type SignInOutcome } from './identity.ts'
import { IdentityFailure } from './identity-failure.ts'

const storedTokens = () => Object.keys(localStorage).filter((key) => key.startsWith(`${AUTH_KEY_PREFIX}.`))
const challenge = (ChallengeName: string) =>
  json({
    ChallengeName,
    ChallengeParameters: { USER_ID_FOR_SRP: 'sub-1', requiredAttributes: '[]', userAttributes: '{}' },
    Session: 'waiting',
  })

function chooseOf(outcome: SignInOutcome) {
  if (outcome.kind !== 'newPasswordNeeded') throw new Error('No new password was asked for')
  return outcome.answer
}

// Amplify itself, over a network that answers as Cognito does.
describe('a sign-in with the temporary password of an invitation', () => {
  async function waiting(answers: Parameters<typeof cognitoAnswers>[0] = {}) {
    cognitoAnswers({ InitiateAuth: () => challenge('NEW_PASSWORD_REQUIRED') })
    const identity = createCognito()
    const choose = chooseOf(await identity.signIn(account))
    expect(storedTokens()).toEqual([])
    return { identity, choose, asked: cognitoAnswers(answers) }
  }

  test('is complete with a password of one’s own, and not before', async () => {
    const { identity, choose, asked } = await waiting({ RespondToAuthChallenge: () => tokens('first') })
    await expect(choose('nouveau1')).resolves.toEqual({ kind: 'signedIn' })
    expect(asked[0]).toMatchObject({
      name: 'RespondToAuthChallenge',
      body: {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session: 'waiting',
        ChallengeResponses: { NEW_PASSWORD: 'nouveau1' },
      },
    })
    expect(await identity.accessToken()).not.toBeNull()
    expect(storedTokens()).not.toEqual([])
    expect(sessionStorage).toHaveLength(0)
  })

  test('may still ask for a code', async () => {
    const { choose } = await waiting({ RespondToAuthChallenge: () => challenge('SOFTWARE_TOKEN_MFA') })
    const outcome = await choose('nouveau1')
    if (outcome.kind !== 'codeNeeded') throw new Error('No code was asked for')
    expect(storedTokens()).toEqual([])
    cognitoAnswers({ RespondToAuthChallenge: () => tokens('first') })
    await outcome.answer('123456')
    expect(storedTokens()).not.toEqual([])
  })

  test.each([
    ['a short one', refusal('InvalidPasswordException'), 'passwordTooShort'],
    [
      'one that comes late',
      refusal('NotAuthorizedException', 'Invalid session for the user, session is expired.'),
      'signInExpired',
    ],
    ['a blocked account', refusal('UserLambdaValidationException'), 'invalidCredentials'],
    ['the firewall', refusal('ForbiddenException'), 'tooManyAttempts'],
  ])('refuses %s, stores nothing and takes another', async (_, refused, reason) => {
    const { choose } = await waiting({ RespondToAuthChallenge: () => refused })
    await expect(choose('nouveau1')).rejects.toMatchObject({ reason })
    expect(storedTokens()).toEqual([])
    cognitoAnswers({ RespondToAuthChallenge: () => tokens('first') })
    await choose('nouveau1')
    expect(storedTokens()).not.toEqual([])
  })

  test('without network can be tried again', async () => {
    const { choose } = await waiting({ RespondToAuthChallenge: () => noNetwork })
    await expect(choose('nouveau1')).rejects.toMatchObject({ name: 'ApiFailure' })
  })
})

test('a password that an operator took away is to be replaced', async () => {
  cognitoAnswers({ InitiateAuth: () => refusal('PasswordResetRequiredException') })
  await expect(createCognito().signIn(account)).resolves.toEqual({ kind: 'resetNeeded' })
  expect(storedTokens()).toEqual([])
})

describe('the session of somebody who was invited', () => {
  const waitingFor = (answer: Extract<SignInOutcome, { kind: 'newPasswordNeeded' }>['answer']) =>
    aSession(anIdentity({ signIn: async () => ({ kind: 'newPasswordNeeded', answer }) }))

  test('is claimed once the new password was taken', async () => {
    const answer = vi.fn(async (): Promise<SignInOutcome> => ({ kind: 'signedIn' }))
    answer.mockRejectedValueOnce(new IdentityFailure('passwordTooShort'))
    const { store, session } = waitingFor(answer)
    const sent = networkAnswers(claimed())
    const choose = chooseOf(await session.signIn(account))
    await expect(choose('court')).rejects.toMatchObject({ reason: 'passwordTooShort' })
    expect(sent).toHaveLength(0)
    await expect(choose('nouveau1')).resolves.toEqual({ kind: 'signedIn' })
    expect(store.get().status).toBe('signedIn')
  })

  test('is claimed after the code where one follows', async () => {
    const code = vi.fn(async () => {})
    const { store, session } = waitingFor(async () => ({ kind: 'codeNeeded', answer: code }))
    const sent = networkAnswers(claimed())
    const outcome = await chooseOf(await session.signIn(account))('nouveau1')
    if (outcome.kind !== 'codeNeeded') throw new Error('No code was asked for')
    expect(sent).toHaveLength(0)
    await outcome.answer('123456')
    expect(store.get().status).toBe('signedIn')
  })

  test('that cannot be opened leaves the new password, and nobody signed in', async () => {
    const { store, identity, session } = waitingFor(async () => ({ kind: 'signedIn' }))
    networkAnswers(problem('SESSION_ALREADY_ACTIVE'))
    const choose = chooseOf(await session.signIn(account))
    await expect(choose('nouveau1')).resolves.toEqual({ kind: 'passwordChosen' })
    expect(identity.leave).toHaveBeenCalledOnce()
    expect(store.get()).toEqual({ status: 'signedOut' })
  })
})
