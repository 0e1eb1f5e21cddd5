import {
  AdminDeleteUserCommand,
  AdminUserGlobalSignOutCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { type PoolCalls, type SignedIn } from '../test-support/pool-calls.ts'
import { startUsersForTests, type TestUsers, testPool } from '../test-support/users.ts'

let users: TestUsers
let browser: PoolCalls

startUsersForTests((started) => {
  users = started
  browser = started.browser
})

const claimsOf = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()) as Record<
    string,
    number | undefined
  >

describe('a refresh token', () => {
  test('gives tokens that name the time and id of the sign-in', async () => {
    const { access, refreshToken } = await browser.enter()
    users.clock.now = new Date(Date.now() + 1_100)
    const { AuthenticationResult } = (await browser.refresh(refreshToken)).body
    const { AccessToken, IdToken } = AuthenticationResult as Record<'AccessToken' | 'IdToken', string>
    expect(claimsOf(AccessToken).iat).toBeGreaterThan(claimsOf(access).iat ?? Number.POSITIVE_INFINITY)
    for (const token of [AccessToken, IdToken])
      for (const claim of ['auth_time', 'origin_jti'])
        expect([claim, claimsOf(token)[claim]]).toEqual([claim, claimsOf(access)[claim] ?? 'is there'])
  })

  test('gives new tokens by both operations, until it expires', async () => {
    const { refreshToken } = await browser.enter()
    const { AuthenticationResult } = (await browser.refresh(refreshToken)).body
    expect(AuthenticationResult).toMatchObject({ AccessToken: expect.any(String), ExpiresIn: 3600 })
    expect(AuthenticationResult).not.toHaveProperty('RefreshToken')
    const older = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: refreshToken } }
    expect((await browser.call('InitiateAuth', older)).status).toBe(200)
    users.clock.now = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000)
    expect((await browser.refresh(refreshToken)).body.message).toBe('Refresh Token has expired')
  })

  test.each([
    {
      by: 'RevokeToken',
      end: ({ refreshToken }: SignedIn) => browser.call('RevokeToken', { Token: refreshToken }),
    },
    {
      by: 'GlobalSignOut',
      end: ({ access }: SignedIn) => browser.call('GlobalSignOut', { AccessToken: access }),
    },
    {
      by: 'AdminUserGlobalSignOut',
      end: ({ email }: SignedIn) =>
        users.admin.send(
          new AdminUserGlobalSignOutCommand({ UserPoolId: testPool.userPoolId, Username: email }),
        ),
    },
    {
      by: 'AdminDeleteUser',
      end: ({ email }: SignedIn) =>
        users.admin.send(new AdminDeleteUserCommand({ UserPoolId: testPool.userPoolId, Username: email })),
    },
  ])('is of no use after $by', async ({ end }) => {
    const session = await browser.enter()
    await end(session)
    expect((await browser.refresh(session.refreshToken)).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    })
  })

  test('of another device stays valid when one is revoked', async () => {
    const { email, refreshToken } = await browser.enter()
    const other = (await browser.signIn(email)).body.AuthenticationResult?.RefreshToken ?? ''
    await browser.call('RevokeToken', { Token: refreshToken })
    expect((await browser.refresh(other)).status).toBe(200)
  })

  test('that was never issued is refused', async () => {
    expect((await browser.refresh('a.b.c')).status).toBe(400)
  })
})
