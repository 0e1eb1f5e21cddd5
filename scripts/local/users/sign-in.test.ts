import { AdminDisableUserCommand, AdminEnableUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { newEmail, type PoolCalls } from '../test-support/pool-calls.ts'
import { startUsersForTests, type TestUsers, testPool } from '../test-support/users.ts'

let users: TestUsers
let browser: PoolCalls

startUsersForTests((started) => {
  users = started
  browser = started.browser
})

const wrong = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }

describe('sign-in', () => {
  test('issues tokens of an hour that aws-jwt-verify accepts', async () => {
    const { access } = await browser.enter()
    const verifier = CognitoJwtVerifier.create({
      userPoolId: testPool.userPoolId,
      clientId: testPool.clientId,
      tokenUse: 'access',
    })
    verifier.cacheJwks(
      (await (await fetch(`${users.url}/${testPool.userPoolId}/.well-known/jwks.json`)).json()) as {
        keys: never[]
      },
    )
    const { exp, iat, iss } = await verifier.verify(access)
    expect(exp - iat).toBe(3600)
    expect(iss).toBe('https://cognito-idp.eu-west-3.amazonaws.com/eu-west-3_TestPool1')
  })

  test('answers the life of the token and ignores the case of the address', async () => {
    const email = newEmail()
    await browser.signUp(email)
    const { AuthenticationResult } = (await browser.signIn(email.toUpperCase())).body
    expect(AuthenticationResult).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer' })
  })

  test('answers a wrong password and an unknown user alike', async () => {
    const { email } = await browser.enter()
    expect((await browser.signIn(email, 'autrechose')).body).toEqual(wrong)
    expect((await browser.signIn('personne@demo.bac')).body).toEqual(wrong)
  })

  test('calls PostAuthentication once the password was right', async () => {
    const { email } = await browser.enter()
    await browser.signIn(email, 'autrechose')
    const [event, ...others] = users
      .eventsOf(email)
      .filter(({ triggerSource }) => triggerSource.startsWith('PostAuth'))
    expect(others).toEqual([])
    expect(event).toMatchObject({
      triggerSource: 'PostAuthentication_Authentication',
      userName: expect.stringMatching(/^[0-9a-f-]{36}$/),
      request: {
        userAttributes: { email, email_verified: 'true', 'cognito:user_status': 'CONFIRMED' },
        newDeviceUsed: false,
      },
    })
  })

  test('gives no token when PostAuthentication refuses, and reveals that only for a right password', async () => {
    const email = newEmail('no-sign-in')
    await browser.signUp(email)
    expect((await browser.signIn(email, 'autrechose')).body).toEqual(wrong)
    expect((await browser.signIn(email)).body).toEqual({
      __type: 'UserLambdaValidationException',
      message: 'PostAuthentication failed with error SIGN_IN_REFUSED.',
    })
  })

  test.each([
    { whose: 'of a known address', email: async () => (await browser.enter()).email, status: 200 },
    { whose: 'of an unknown address', email: async () => newEmail('personne'), status: 400 },
  ])('$whose locks for a second after five wrong passwords', async ({ email: find, status }) => {
    const email = await find()
    for (let attempt = 0; attempt < 5; attempt++) await browser.signIn(email, 'autrechose')
    expect((await browser.signIn(email)).body.message).toBe('Password attempts exceeded')
    users.clock.now = new Date(Date.now() + 1_100)
    expect((await browser.signIn(email)).status).toBe(status)
  })

  test('refuses sign-in and refresh of a disabled account', async () => {
    const { email, refreshToken } = await browser.enter()
    const account = { UserPoolId: testPool.userPoolId, Username: email }
    await users.admin.send(new AdminDisableUserCommand(account))
    expect((await browser.signIn(email, 'autrechose')).body).toEqual(wrong)
    expect((await browser.signIn(email)).body).toEqual({ ...wrong, message: 'User is disabled.' })
    expect((await browser.refresh(refreshToken)).status).toBe(400)
    await users.admin.send(new AdminEnableUserCommand(account))
    expect((await browser.signIn(email)).status).toBe(200)
  })
})
