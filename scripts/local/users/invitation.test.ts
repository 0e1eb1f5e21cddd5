import { AdminCreateUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { newEmail, type PoolCalls } from '../test-support/pool-calls.ts'
import { startUsersForTests, type TestUsers, testPool } from '../test-support/users.ts'

let users: TestUsers
let browser: PoolCalls

startUsersForTests((started) => {
  users = started
  browser = started.browser
})

describe('an invited account', () => {
  test('signs in with the temporary password of the mail, and chooses its own', async () => {
    const email = newEmail('invitee')
    await users.admin.send(
      new AdminCreateUserCommand({
        UserPoolId: testPool.userPoolId,
        Username: email,
        UserAttributes: [{ Name: 'email', Value: email }],
        DesiredDeliveryMediums: ['EMAIL'],
      }),
    )
    const [mail] = users.outbox.list(email)
    expect((await browser.signIn(email, 'deviné1')).body.message).toBe('Incorrect username or password.')
    const challenge = (await browser.signIn(email, mail?.code)).body
    expect(challenge).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: expect.any(String) })
    const respond = (Session: string | undefined, NEW_PASSWORD: string) =>
      browser.call('RespondToAuthChallenge', {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session,
        ChallengeResponses: { USERNAME: email, NEW_PASSWORD },
      })
    expect((await respond('made-up', 'nouveau1')).body.__type).toBe('NotAuthorizedException')
    expect((await respond(challenge.Session, '12345')).body.__type).toBe('InvalidPasswordException')
    const told = () =>
      users.eventsOf(email).filter(({ triggerSource }) => String(triggerSource).startsWith('PostAuth')).length
    expect(told()).toBe(0)
    const { AuthenticationResult } = (await respond(challenge.Session, 'nouveau1')).body
    expect(told()).toBe(1)
    expect((await browser.refresh(AuthenticationResult?.RefreshToken ?? '')).status).toBe(200)
    expect((await browser.signIn(email, 'nouveau1')).status).toBe(200)
  })

  test('of somebody else cannot be taken over by answering a challenge that was never made', async () => {
    const { email } = await browser.enter()
    const { body } = await browser.call('RespondToAuthChallenge', {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: 'x',
      ChallengeResponses: { USERNAME: email, NEW_PASSWORD: 'pirate1' },
    })
    expect(body.__type).toBe('NotAuthorizedException')
    expect((await browser.signIn(email)).status).toBe(200)
  })
})
