import {
  AdminCreateUserCommand,
  AdminDisableUserCommand,
  AdminEnableUserCommand,
  AdminGetUserCommand,
  AdminUserGlobalSignOutCommand,
  type CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { closeFunctions, functionOf } from '../test-support/function-of.ts'
import { startTestUsers, type TestUsers, testPool } from '../test-support/users.ts'

// Against the real emulator. The triggers are one function in the real runtime that refuses marked addresses.

const { local: trigger, lines } = functionOf(`export const handler = async (event) => {
  const { triggerSource, request } = event
  console.log(JSON.stringify(event))
  const email = request.userAttributes.email ?? ''
  if (email.startsWith('no-sign-up')) throw new Error('SIGN_UP_REFUSED')
  if (email.startsWith('no-profile') && triggerSource.startsWith('PostConfirmation')) throw new Error('STORE_DOWN')
  if (email.startsWith('no-sign-in') && triggerSource.startsWith('PreAuth')) throw new Error('SIGN_IN_REFUSED')
  event.response.autoConfirmUser = true
  event.response.autoVerifyEmail = true
  return event
}`)

let users: TestUsers
let url = ''
let admin: CognitoIdentityProviderClient
let now = new Date()
let names = 0

const newEmail = (prefix = 'eleve') => `${prefix}-${++names}@demo.bac`

beforeAll(async () => {
  users = await startTestUsers(trigger, () => now)
  ;({ url, admin } = users)
}, 30_000)

afterEach(() => {
  now = new Date()
})

afterAll(async () => {
  await users.stop()
  await closeFunctions()
})

type Answer = {
  status: number
  body: Record<string, unknown> & {
    AuthenticationResult?: Record<string, string>
    Session?: string
    __type?: string
    message?: string
  }
}

/** An unsigned call, as a browser makes it. */
async function call(operation: string, body: object): Promise<Answer> {
  const response = await fetch(url, {
    method: 'POST',
    headers: {
      'content-type': 'application/x-amz-json-1.1',
      'x-amz-target': `AWSCognitoIdentityProviderService.${operation}`,
    },
    body: JSON.stringify({ ClientId: testPool.clientId, ...body }),
  })
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const signUp = (email: string, password = 'motdepasse') =>
  call('SignUp', { Username: email, Password: password })
const signIn = (email: string, password = 'motdepasse') =>
  call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  })
const refresh = (token: string) => call('GetTokensFromRefreshToken', { RefreshToken: token })

async function signedIn(): Promise<{ email: string; access: string; refreshToken: string }> {
  const email = newEmail()
  await signUp(email)
  const { AuthenticationResult = {} } = (await signIn(email)).body
  return {
    email,
    access: AuthenticationResult.AccessToken ?? '',
    refreshToken: AuthenticationResult.RefreshToken ?? '',
  }
}

describe('sign-up', () => {
  test('is immediate, and its account has the id that the trigger was told', async () => {
    const email = newEmail()
    const { status, body } = await signUp(email)
    expect([status, body]).toEqual([200, { UserConfirmed: true, UserSub: expect.any(String) }])
    const events = lines
      .filter((line) => line.includes(email))
      .map((line) => JSON.parse(line) as { triggerSource: string })
    expect(events).toMatchObject([
      { triggerSource: 'PreSignUp_SignUp', request: { userAttributes: { email } }, region: 'eu-west-3' },
      {
        triggerSource: 'PostConfirmation_ConfirmSignUp',
        userName: body.UserSub,
        request: { userAttributes: { sub: body.UserSub, email, email_verified: 'true' } },
      },
    ])
  })

  test.each([
    { password: '12345', type: 'InvalidPasswordException' },
    { password: '123456', type: undefined },
  ])('takes $password: $type', async ({ password, type }) => {
    expect((await signUp(newEmail(), password)).body.__type).toBe(type)
  })

  test('of a taken address is refused, in whatever case it is written', async () => {
    const email = newEmail()
    await signUp(email)
    expect((await signUp(` ${email.toUpperCase()}`)).body.__type).toBe('UsernameExistsException')
  })

  test('of one address by many at once has one winner', async () => {
    const email = newEmail()
    const answers = await Promise.all(Array.from({ length: 10 }, () => signUp(email)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('passes on what PreSignUp and PostConfirmation throw', async () => {
    expect((await signUp(newEmail('no-sign-up'))).body).toEqual({
      __type: 'UserLambdaValidationException',
      message: 'PreSignUp failed with error SIGN_UP_REFUSED.',
    })
    expect((await signUp(newEmail('no-profile'))).body.message).toBe(
      'PostConfirmation failed with error STORE_DOWN.',
    )
  })

  test('cannot choose its own id or any other attribute', async () => {
    const UserAttributes = [{ Name: 'sub', Value: 'chosen' }]
    const { body } = await call('SignUp', { Username: newEmail(), Password: 'motdepasse', UserAttributes })
    expect(body.__type).toBe('NotAuthorizedException')
  })
})

describe('sign-in', () => {
  test('gives tokens of an hour that aws-jwt-verify takes', async () => {
    const { access } = await signedIn()
    const verifier = CognitoJwtVerifier.create({
      userPoolId: testPool.userPoolId,
      clientId: testPool.clientId,
      tokenUse: 'access',
    })
    verifier.cacheJwks(
      (await (await fetch(`${url}/${testPool.userPoolId}/.well-known/jwks.json`)).json()) as {
        keys: never[]
      },
    )
    const { exp, iat, iss } = await verifier.verify(access)
    expect(exp - iat).toBe(3600)
    expect(iss).toBe('https://cognito-idp.eu-west-3.amazonaws.com/eu-west-3_LocalPool')
  })

  test('tells how long the token lives, and folds the case of the address', async () => {
    const email = newEmail()
    await signUp(email)
    const { AuthenticationResult } = (await signIn(email.toUpperCase())).body
    expect(AuthenticationResult).toMatchObject({ ExpiresIn: 3600, TokenType: 'Bearer' })
  })

  test('reads the same for a wrong password and an unknown user', async () => {
    const { email } = await signedIn()
    const refused = { __type: 'NotAuthorizedException', message: 'Incorrect username or password.' }
    expect((await signIn(email, 'autrechose')).body).toEqual(refused)
    expect((await signIn('personne@demo.bac')).body).toEqual(refused)
  })

  test('is refused by PreAuthentication before the password is looked at', async () => {
    const email = newEmail('no-sign-in')
    await signUp(email)
    expect((await signIn(email, 'autrechose')).body).toEqual({
      __type: 'UserLambdaValidationException',
      message: 'PreAuthentication failed with error SIGN_IN_REFUSED.',
    })
  })

  test('locks for a second after five wrong passwords, then longer', async () => {
    const { email } = await signedIn()
    for (let attempt = 0; attempt < 5; attempt++) await signIn(email, 'autrechose')
    expect((await signIn(email)).body.message).toBe('Password attempts exceeded')
    now = new Date(Date.now() + 1_100)
    expect((await signIn(email)).status).toBe(200)
  })

  test('of a disabled account is refused, and so is its refresh', async () => {
    const { email, refreshToken } = await signedIn()
    const account = { UserPoolId: testPool.userPoolId, Username: email }
    await admin.send(new AdminDisableUserCommand(account))
    expect((await signIn(email)).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'User is disabled.',
    })
    expect((await refresh(refreshToken)).status).toBe(400)
    await admin.send(new AdminEnableUserCommand(account))
    expect((await signIn(email)).status).toBe(200)
  })

  test('offers no flow that the client does not have', async () => {
    const { body } = await call('InitiateAuth', { AuthFlow: 'USER_SRP_AUTH', AuthParameters: {} })
    expect(body.__type).toBe('InvalidParameterException')
  })
})

describe('a refresh token', () => {
  test('gives new tokens by both operations, until it expires', async () => {
    const { refreshToken } = await signedIn()
    const { AuthenticationResult } = (await refresh(refreshToken)).body
    expect(AuthenticationResult).toMatchObject({ AccessToken: expect.any(String), ExpiresIn: 3600 })
    expect(AuthenticationResult).not.toHaveProperty('RefreshToken')
    const older = { AuthFlow: 'REFRESH_TOKEN_AUTH', AuthParameters: { REFRESH_TOKEN: refreshToken } }
    expect((await call('InitiateAuth', older)).status).toBe(200)
    now = new Date(Date.now() + 31 * 24 * 60 * 60 * 1000)
    expect((await refresh(refreshToken)).body.message).toBe('Refresh Token has expired')
  })

  test.each([
    { by: 'RevokeToken', end: ({ refreshToken }: Signed) => call('RevokeToken', { Token: refreshToken }) },
    { by: 'GlobalSignOut', end: ({ access }: Signed) => call('GlobalSignOut', { AccessToken: access }) },
    {
      by: 'AdminUserGlobalSignOut',
      end: ({ email }: Signed) =>
        admin.send(new AdminUserGlobalSignOutCommand({ UserPoolId: testPool.userPoolId, Username: email })),
    },
    { by: 'DeleteUser', end: ({ access }: Signed) => call('DeleteUser', { AccessToken: access }) },
  ])('is of no use after $by', async ({ end }) => {
    const session = await signedIn()
    await end(session)
    expect((await refresh(session.refreshToken)).body).toEqual({
      __type: 'NotAuthorizedException',
      message: 'Refresh Token has been revoked',
    })
  })

  test('of another device holds on when one is revoked', async () => {
    const { email, refreshToken } = await signedIn()
    const other = (await signIn(email)).body.AuthenticationResult?.RefreshToken ?? ''
    await call('RevokeToken', { Token: refreshToken })
    expect((await refresh(other)).status).toBe(200)
  })

  test('that was never issued is refused', async () => {
    expect((await refresh('a.b.c')).status).toBe(400)
  })
})

type Signed = Awaited<ReturnType<typeof signedIn>>

describe('a forgotten password', () => {
  const confirm = (email: string, code: string, password = 'nouveau1') =>
    call('ConfirmForgotPassword', { Username: email, ConfirmationCode: code, Password: password })

  test('is replaced with the code of the mail', async () => {
    const { email } = await signedIn()
    await call('ForgotPassword', { Username: email.toUpperCase() })
    const [mail] = users.outbox.list(email)
    expect(mail).toMatchObject({ to: email, kind: 'reset-password', code: expect.stringMatching(/^\d{6}$/) })
    expect((await confirm(email, 'wrong')).body.__type).toBe('CodeMismatchException')
    expect((await confirm(email, mail?.code ?? '', '12345')).body.__type).toBe('InvalidPasswordException')
    expect((await confirm(email, mail?.code ?? '')).status).toBe(200)
    expect((await signIn(email)).status).toBe(400)
    expect((await signIn(email, 'nouveau1')).status).toBe(200)
    expect((await confirm(email, mail?.code ?? '')).body.__type).toBe('ExpiredCodeException')
  })

  test('of an unknown address reads the same, and sends nothing', async () => {
    const known = await signedIn()
    const answer = await call('ForgotPassword', { Username: known.email })
    const unknown = await call('ForgotPassword', { Username: 'ersonne@demo.bac' })
    expect(unknown).toEqual(answer)
    expect(users.outbox.list('ersonne@demo.bac')).toEqual([])
  })

  test('cannot be replaced without a code, nor by a code of an hour ago', async () => {
    const { email } = await signedIn()
    expect((await call('ConfirmForgotPassword', { Username: email, Password: 'nouveau1' })).status).toBe(400)
    await call('ForgotPassword', { Username: email })
    now = new Date(Date.now() + 61 * 60 * 1000)
    expect((await confirm(email, users.outbox.list(email)[0]?.code ?? '')).body.__type).toBe(
      'ExpiredCodeException',
    )
  })

  test('cannot be guessed', async () => {
    const { email } = await signedIn()
    await call('ForgotPassword', { Username: email })
    for (let attempt = 0; attempt < 5; attempt++) await confirm(email, 'wrong')
    expect((await confirm(email, users.outbox.list(email)[0]?.code ?? '')).body.__type).toBe(
      'LimitExceededException',
    )
  })
})

describe('an invited account', () => {
  test('signs in with the temporary password of the mail, and chooses its own', async () => {
    const email = newEmail('invitee')
    await admin.send(
      new AdminCreateUserCommand({
        UserPoolId: testPool.userPoolId,
        Username: email,
        UserAttributes: [{ Name: 'email', Value: email }],
        DesiredDeliveryMediums: ['EMAIL'],
      }),
    )
    const [mail] = users.outbox.list(email)
    expect((await signIn(email, 'deviné1')).body.message).toBe('Incorrect username or password.')
    const challenge = (await signIn(email, mail?.code)).body
    expect(challenge).toMatchObject({ ChallengeName: 'NEW_PASSWORD_REQUIRED', Session: expect.any(String) })
    const respond = (Session: string | undefined, NEW_PASSWORD: string) =>
      call('RespondToAuthChallenge', {
        ChallengeName: 'NEW_PASSWORD_REQUIRED',
        Session,
        ChallengeResponses: { USERNAME: email, NEW_PASSWORD },
      })
    expect((await respond('made-up', 'nouveau1')).body.__type).toBe('NotAuthorizedException')
    expect((await respond(challenge.Session, '12345')).body.__type).toBe('InvalidPasswordException')
    const { AuthenticationResult } = (await respond(challenge.Session, 'nouveau1')).body
    expect((await refresh(AuthenticationResult?.RefreshToken ?? '')).status).toBe(200)
    expect((await signIn(email, 'nouveau1')).status).toBe(200)
  })

  test('of somebody else cannot be taken over by answering a challenge that was never made', async () => {
    const { email } = await signedIn()
    const { body } = await call('RespondToAuthChallenge', {
      ChallengeName: 'NEW_PASSWORD_REQUIRED',
      Session: 'x',
      ChallengeResponses: { USERNAME: email, NEW_PASSWORD: 'pirate1' },
    })
    expect(body.__type).toBe('NotAuthorizedException')
    expect((await signIn(email)).status).toBe(200)
  })
})

describe('who may call', () => {
  test("the operator's operations need AWS credentials", async () => {
    const { email } = await signedIn()
    const { body } = await call('AdminGetUser', { UserPoolId: testPool.userPoolId, Username: email })
    expect(body.__type).toBe('MissingAuthenticationTokenException')
    const account = new AdminGetUserCommand({
      UserPoolId: testPool.userPoolId,
      Username: email.toUpperCase(),
    })
    expect(await admin.send(account)).toMatchObject({ Enabled: true, UserStatus: 'CONFIRMED' })
  })

  test("a user's own operations need his token, with its signature", async () => {
    const { access } = await signedIn()
    expect((await call('GetUser', { AccessToken: access })).status).toBe(200)
    const [header = '', payload = ''] = access.split('.')
    const forged = `${header}.${payload}.${'A'.repeat(342)}`
    expect((await call('GetUser', { AccessToken: forged })).body.__type).toBe('NotAuthorizedException')
    expect((await call('DeleteUser', { AccessToken: forged })).body.__type).toBe('NotAuthorizedException')
  })

  test('nobody changes his own address', async () => {
    const { access } = await signedIn()
    const UserAttributes = [{ Name: 'email', Value: 'proprietaire@demo.bac' }]
    expect((await call('UpdateUserAttributes', { AccessToken: access, UserAttributes })).status).toBe(400)
  })

  test('a page of any origin may ask, as at the service', async () => {
    const preflight = await fetch(url, {
      method: 'OPTIONS',
      headers: { 'access-control-request-headers': 'x-amz-target,content-type' },
    })
    expect(preflight.headers.get('access-control-allow-origin')).toBe('*')
    expect(preflight.headers.get('access-control-allow-headers')).toBe('x-amz-target,content-type')
  })
})
