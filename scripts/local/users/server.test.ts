import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { type PoolCalls } from '../test-support/pool-calls.ts'
import { startUsersForTests, type TestUsers, testPool } from '../test-support/users.ts'

let users: TestUsers
let browser: PoolCalls

startUsersForTests((started) => {
  users = started
  browser = started.browser
})

describe('access', () => {
  test("requires AWS credentials for the operator's operations", async () => {
    const { email } = await browser.enter()
    const { body } = await browser.call('AdminGetUser', { UserPoolId: testPool.userPoolId, Username: email })
    expect(body.__type).toBe('MissingAuthenticationTokenException')
    const account = new AdminGetUserCommand({
      UserPoolId: testPool.userPoolId,
      Username: email.toUpperCase(),
    })
    expect(await users.admin.send(account)).toMatchObject({ Enabled: true, UserStatus: 'CONFIRMED' })
  })

  test("requires a signed access token for a user's own operations", async () => {
    const { access } = await browser.enter()
    expect((await browser.call('GetUser', { AccessToken: access })).status).toBe(200)
    const [header = '', payload = ''] = access.split('.')
    const forged = `${header}.${payload}.${'A'.repeat(342)}`
    expect((await browser.call('GetUser', { AccessToken: forged })).body.__type).toBe(
      'NotAuthorizedException',
    )
    expect((await browser.call('GlobalSignOut', { AccessToken: forged })).body.__type).toBe(
      'NotAuthorizedException',
    )
  })

  test('rejects a change of the own address', async () => {
    const { access } = await browser.enter()
    const UserAttributes = [{ Name: 'email', Value: 'proprietaire@demo.bac' }]
    expect((await browser.call('UpdateUserAttributes', { AccessToken: access, UserAttributes })).status).toBe(
      400,
    )
  })

  test('allows pages of any origin to call', async () => {
    const preflight = await fetch(users.url, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'x-amz-target,content-type' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-amz-target,content-type')
  })
})
