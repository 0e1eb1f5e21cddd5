import {
  AdminGetUserCommand,
  AdminSetUserMFAPreferenceCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { type PoolCalls, type SignedIn } from '../test-support/pool-calls.ts'
import { startUsersForTests, type TestUsers, testPool } from '../test-support/users.ts'

let users: TestUsers
let browser: PoolCalls

startUsersForTests((started) => {
  users = started
  browser = started.browser
})

/** No step has this code, but for one chance in a hundred thousand. */
const WRONG = '000000'

const verify = ({ access }: SignedIn, UserCode: string) =>
  browser.call('VerifySoftwareToken', { AccessToken: access, UserCode })
const prefer = ({ access }: SignedIn, Enabled: boolean) =>
  browser.call('SetUserMFAPreference', {
    AccessToken: access,
    SoftwareTokenMfaSettings: { Enabled, PreferredMfa: Enabled },
  })
const associate = async ({ access }: SignedIn) =>
  String((await browser.call('AssociateSoftwareToken', { AccessToken: access })).body.SecretCode)

/** An account whose app has shown one code already: that of the step before. */
async function enrolled(): Promise<SignedIn & { secret: string }> {
  const account = await browser.enter()
  const secret = await associate(account)
  expect((await verify(account, await users.code(secret, -1))).body).toMatchObject({ Status: 'SUCCESS' })
  expect(await prefer(account, true)).toEqual({ status: 200, body: {} })
  return { ...account, secret }
}

const answer = (email: string, session: string | undefined, code: string) =>
  browser.call('RespondToAuthChallenge', {
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
    Session: session,
    ChallengeResponses: { USERNAME: email, SOFTWARE_TOKEN_MFA_CODE: code },
  })

async function listOf(email: string) {
  const account = new AdminGetUserCommand({ UserPoolId: testPool.userPoolId, Username: email })
  return (await users.admin.send(account)).UserMFASettingList
}

const told = (email: string) =>
  users.eventsOf(email).filter(({ triggerSource }) => triggerSource.startsWith('PostAuth')).length

describe('enrolment', () => {
  test('asks for codes only once a code was verified and the preference set', async () => {
    const account = await browser.enter()
    const secret = await associate(account)
    expect(secret).toMatch(/^[A-Z2-7]{32}$/)
    expect((await verify(account, WRONG)).body).toEqual({
      __type: 'EnableSoftwareTokenMFAException',
      message: 'Code mismatch',
    })
    expect((await prefer(account, true)).body.__type).toBe('InvalidParameterException')
    await verify(account, await users.code(secret))
    expect(await listOf(account.email)).toBeUndefined()
    expect((await browser.signIn(account.email)).body.AuthenticationResult).toBeDefined()
    await prefer(account, true)
    expect(await listOf(account.email)).toEqual(['SOFTWARE_TOKEN_MFA'])
  })

  test.each(['AssociateSoftwareToken', 'VerifySoftwareToken', 'SetUserMFAPreference'])(
    '%s takes no token but a good one',
    async (operation) => {
      const { access } = await browser.enter()
      for (const AccessToken of [undefined, 'x', `${access.slice(0, -4)}AAAA`]) {
        const { status, body } = await browser.call(operation, { AccessToken, UserCode: WRONG })
        expect([status, body.__type]).toEqual([400, 'NotAuthorizedException'])
      }
    },
  )
})

describe('sign-in', () => {
  test('asks for a code after the password, and only then gives tokens, which refresh', async () => {
    const { email, secret } = await enrolled()
    const before = told(email)
    const { ChallengeName, Session, AuthenticationResult } = (await browser.signIn(email)).body
    expect({ ChallengeName, AuthenticationResult }).toEqual({ ChallengeName: 'SOFTWARE_TOKEN_MFA' })
    expect(told(email)).toBe(before)
    const { body } = await answer(email, Session, await users.code(secret))
    expect(body.AuthenticationResult).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer' })
    expect(told(email)).toBe(before + 1)
    expect((await browser.refresh(body.AuthenticationResult?.RefreshToken ?? '')).status).toBe(200)
    expect((await answer(email, Session, await users.code(secret, 1))).body.__type).toBe(
      'NotAuthorizedException',
    )
  })

  test('does not ask for a code while the password is wrong', async () => {
    const { email } = await enrolled()
    expect((await browser.signIn(email, 'autrechose')).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Incorrect username or password.',
    })
  })

  test('lets a wrong code be tried again, and locks after five', async () => {
    const { email, secret } = await enrolled()
    const { Session } = (await browser.signIn(email)).body
    for (let attempt = 0; attempt < 5; attempt++)
      expect((await answer(email, Session, WRONG)).body).toEqual({
        __type: 'CodeMismatchException',
        message: 'Invalid code received for user',
      })
    expect((await answer(email, Session, await users.code(secret))).body.message).toBe(
      'Password attempts exceeded',
    )
    users.clock.now = new Date(Date.now() + 1_100)
    expect((await answer(email, Session, await users.code(secret))).status).toBe(200)
  })

  test('accepts each code once', async () => {
    const { email, secret } = await enrolled()
    const code = await users.code(secret)
    expect((await answer(email, (await browser.signIn(email)).body.Session, code)).status).toBe(200)
    const { Session } = (await browser.signIn(email)).body
    expect((await answer(email, Session, code)).body).toEqual({
      __type: 'ExpiredCodeException',
      message: 'Your software token has already been used once.',
    })
    expect((await answer(email, Session, await users.code(secret, 1))).status).toBe(200)
  })
})

describe('switched off', () => {
  test('signs in with the password alone after the user switched it off', async () => {
    const { secret, ...account } = await enrolled()
    expect((await verify(account, await users.code(secret))).body.Status).toBe('SUCCESS')
    await prefer(account, false)
    expect(await listOf(account.email)).toBeUndefined()
    expect((await browser.signIn(account.email)).body.AuthenticationResult).toBeDefined()
  })

  test('signs in with the password alone after an operator switched it off', async () => {
    const { email } = await enrolled()
    const command = {
      UserPoolId: testPool.userPoolId,
      Username: email,
      SoftwareTokenMfaSettings: { Enabled: false },
    }
    await users.admin.send(new AdminSetUserMFAPreferenceCommand(command))
    expect((await browser.signIn(email)).body.AuthenticationResult).toBeDefined()
    expect((await browser.call('AdminSetUserMFAPreference', command)).body.__type).toBe(
      'MissingAuthenticationTokenException',
    )
  })
})
