import {
  AdminDeleteUserCommand,
  AdminDisableUserCommand,
  AdminUserGlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { newEmail, type PoolCalls, type SignedIn } from '../test-support/pool-calls.ts'
import { startUsersForTests, type TestUsers, testPool } from '../test-support/users.ts'

// Tests of the product rely on these refusals of Cognito: a fake without them would let a fault of the product pass.

let users: TestUsers
let browser: PoolCalls

startUsersForTests((started) => {
  users = started
  browser = started.browser
})

const WRONG = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }
const account = (Username: string) => ({ UserPoolId: testPool.userPoolId, Username })

const endings = {
  RevokeToken: ({ refreshToken }: SignedIn) => browser.call('RevokeToken', { Token: refreshToken }),
  AdminUserGlobalSignOut: ({ email }: SignedIn) =>
    users.admin.send(new AdminUserGlobalSignOutCommand(account(email))),
  AdminDeleteUser: ({ email }: SignedIn) => users.admin.send(new AdminDeleteUserCommand(account(email))),
  AdminDisableUser: ({ email }: SignedIn) => users.admin.send(new AdminDisableUserCommand(account(email))),
}

test.each(Object.entries(endings))('a refresh token is refused after %s', async (_, end) => {
  const session = await browser.enter()
  expect((await browser.refresh(session.refreshToken)).status).toBe(200)
  await end(session)
  expect((await browser.refresh(session.refreshToken)).status).toBe(400)
})

test('a wrong password and an unknown address read the same, and lock after five attempts', async () => {
  const { email } = await browser.enter()
  for (const address of [email, newEmail('personne')]) {
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await browser.signIn(address, 'autrechose')).body).toEqual(WRONG)
    expect((await browser.signIn(address)).body.message).toBe('Password attempts exceeded')
  }
})

test('a sign-in with a second factor gives tokens for a new code alone', async () => {
  const { email, access } = await browser.enter()
  const secret = (await browser.call('AssociateSoftwareToken', { AccessToken: access })).body['SecretCode']
  const code = await users.code(String(secret))
  await browser.call('VerifySoftwareToken', {
    AccessToken: access,
    UserCode: await users.code(String(secret), -1),
  })
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await browser.call('SetUserMFAPreference', { AccessToken: access, SoftwareTokenMfaSettings })
  const answer = async (SOFTWARE_TOKEN_MFA_CODE: string) => {
    const { Session, AuthenticationResult } = (await browser.signIn(email)).body
    expect(AuthenticationResult).toBeUndefined()
    const ChallengeResponses = { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE }
    const challenge = { ChallengeName: 'SOFTWARE_TOKEN_MFA', Session, ChallengeResponses }
    return (await browser.call('RespondToAuthChallenge', challenge)).body
  }
  expect((await answer('000000')).__type).toBe('CodeMismatchException')
  expect((await answer(code)).AuthenticationResult).toBeDefined()
  expect((await answer(code)).__type).toBe('ExpiredCodeException')
})

test('a refusal of PostAuthentication gives no token, and is shown for a right password alone', async () => {
  const email = newEmail('no-sign-in')
  await browser.signUp(email)
  expect((await browser.signIn(email, 'autrechose')).body).toEqual(WRONG)
  expect((await browser.signIn(email)).body).toEqual({
    __type: 'UserLambdaValidationException',
    message: 'PostAuthentication failed with error SIGN_IN_REFUSED.',
  })
})
