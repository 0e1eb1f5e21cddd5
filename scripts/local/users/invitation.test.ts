import {
  AdminCreateUserCommand,
  AdminSetUserPasswordCommand,
  type MessageActionType,
  UnsupportedUserStateException,
} from '@aws-sdk/client-cognito-identity-provider'
import { newEmail, type PoolCalls } from '../test-support/pool-calls.ts'
import { startUsersForTests, type TestUsers, testPool } from '../test-support/users.ts'

let users: TestUsers
let browser: PoolCalls

startUsersForTests((started) => {
  users = started
  browser = started.browser
})

const WRONG = 'Incorrect username or password.'

const named = (Username: string) => ({ UserPoolId: testPool.userPoolId, Username })
const kindsSentTo = (email: string) => users.outbox.list(email).map(({ kind }) => kind)

/** The address that an operator has invited. */
async function invited(email = newEmail('invitee'), MessageAction?: MessageActionType): Promise<string> {
  await users.admin.send(
    new AdminCreateUserCommand({
      ...named(email),
      UserAttributes: [
        { Name: 'email', Value: email },
        { Name: 'email_verified', Value: 'true' },
      ],
      DesiredDeliveryMediums: ['EMAIL'],
      MessageAction,
    }),
  )
  return email
}

const choose = (email: string, Session: string | undefined, NEW_PASSWORD: string) =>
  browser.call('RespondToAuthChallenge', {
    ChallengeName: 'NEW_PASSWORD_REQUIRED',
    Session,
    ChallengeResponses: { USERNAME: email, NEW_PASSWORD },
  })

describe('an invited account', () => {
  test('signs in with the temporary password of the mail, and chooses its own', async () => {
    const email = await invited()
    const [mail] = users.outbox.list(email)
    expect((await browser.signIn(email, 'deviné1')).body.message).toBe(WRONG)
    const challenge = (await browser.signIn(email, mail?.code)).body
    expect(challenge).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: expect.any(String) })
    expect((await choose(email, 'made-up', 'nouveau1')).body.__type).toBe('NotAuthorizedException')
    expect((await choose(email, challenge.Session, '12345')).body.__type).toBe('InvalidPasswordException')
    const told = () =>
      users.eventsOf(email).filter(({ triggerSource }) => triggerSource.startsWith('PostAuth')).length
    expect(told()).toBe(0)
    const { AuthenticationResult } = (await choose(email, challenge.Session, 'nouveau1')).body
    expect(told()).toBe(1)
    expect((await browser.refresh(AuthenticationResult?.RefreshToken ?? '')).status).toBe(200)
    expect((await browser.signIn(email, 'nouveau1')).status).toBe(200)
    expect((await browser.signIn(email, mail?.code)).body.message).toBe(WRONG)
  })

  test('gets no reset code before it has a permanent password', async () => {
    const email = await invited()
    expect((await browser.call('ForgotPassword', { Username: email })).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'User password cannot be reset in the current state.',
    })
    expect(kindsSentTo(email)).toEqual(['invitation'])
    await users.admin.send(
      new AdminSetUserPasswordCommand({ ...named(email), Password: 'inconnu-de-tous', Permanent: true }),
    )
    expect((await browser.call('ForgotPassword', { Username: email })).status).toBe(200)
    expect(kindsSentTo(email)).toEqual(['invitation', 'reset-password'])
  })

  test('can be invited again until it has chosen its password', async () => {
    const email = await invited()
    await invited(email, 'RESEND')
    const [first, second] = users.outbox.list(email)
    expect((await browser.signIn(email, first?.code)).body.message).toBe(WRONG)
    const { Session } = (await browser.signIn(email, second?.code)).body
    expect((await choose(email, Session, 'nouveau1')).status).toBe(200)
    await expect(invited(email, 'RESEND')).rejects.toThrow(UnsupportedUserStateException)
  })
})
