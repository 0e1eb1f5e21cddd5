import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { AdminGetUserCommand, CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider'
import { auditOf } from '#functions/data/audit.ts'
import { userListsOf } from '#functions/data/user-lists.ts'
import { type Users, usersOf } from '#functions/data/users.ts'
import { newProfile } from '#functions/identity/new-profile.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { createOwner, ensureAccount, type UserPool } from './create-owner.ts'
import { Children } from './local/children.ts'
import { Counters } from './local/counters.ts'
import type { RunningServer } from './local/http-server.ts'
import { freePort } from './local/test-support/free-port.ts'
import { functionOf } from './local/test-support/function-of.ts'
import { startEmulator } from './local/users/emulator.ts'
import { Outbox } from './local/users/outbox.ts'
import type { PoolSettings } from './local/users/pool-settings.ts'
import { startUsers } from './local/users/server.ts'

// Whoever signs up at an address before it becomes an owner's must get nothing of it. Against both real emulators;
// sign-up is immediate, as the real trigger makes it.

const settings: PoolSettings = {
  userPoolId: 'eu-west-3_LocalPool',
  clientId: 'testclient0000000000000000',
  region: 'eu-west-3',
  minPasswordLength: 6,
  hidesUnknownUsers: true,
  writeAttributes: ['email'],
  client: {
    ClientName: 'web',
    AccessTokenValidity: 60,
    IdTokenValidity: 60,
    RefreshTokenValidity: 43_200,
    TokenValidityUnits: { AccessToken: 'minutes', IdToken: 'minutes', RefreshToken: 'minutes' },
    ExplicitAuthFlows: ['ALLOW_USER_PASSWORD_AUTH'],
  },
  triggers: { PreSignUp: 'arn' },
}

const { local: confirming } = functionOf(`export const handler = async (event) => {
  event.response.autoConfirmUser = true
  event.response.autoVerifyEmail = true
  return event
}`)

const children = new Children()
const now = new Date()
let store: TestTable
let users: Users
let server: RunningServer
let url = ''
let pool: UserPool
let addresses = 0

beforeAll(async () => {
  store = await startTable()
  users = usersOf(store.table)
  const [port, emulatorPort] = [await freePort(), await freePort()]
  const folder = mkdtempSync(join(tmpdir(), 'owners-'))
  url = `http://127.0.0.1:${port}`
  const emulatorUrl = `http://127.0.0.1:${emulatorPort}`
  await startEmulator(children, {
    port: emulatorPort,
    folder,
    invokeEndpoint: url,
    pool: settings,
    log: () => {},
  })
  server = await startUsers({
    port,
    emulatorUrl,
    folder,
    pool: settings,
    functions: () => ({ get: () => confirming }),
    outbox: new Outbox(),
    counters: new Counters(),
  })
  const credentials = { accessKeyId: 'x', secretAccessKey: 'x' }
  const cognito = new CognitoIdentityProviderClient({ endpoint: url, region: 'eu-west-3', credentials })
  pool = { cognito, userPoolId: settings.userPoolId }
}, 30_000)

afterAll(async () => {
  pool.cognito.destroy()
  await server.close()
  await children.close()
  await confirming.close()
  await store.stop()
})

const newAddress = () => `proprietaire-${++addresses}@exemple.test`

const create = (email: string, password: string | null) =>
  createOwner(pool, users, [email], { email, password }, now)

/** An unsigned call, as anybody can make it. */
async function call(operation: string, body: object) {
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'x-amz-target': `AWSCognitoIdentityProviderService.${operation}` },
    body: JSON.stringify({ ClientId: settings.clientId, ...body }),
  })
  const answer = (await response.json()) as { AuthenticationResult?: Record<string, string> }
  return { status: response.status, tokens: answer.AuthenticationResult ?? {} }
}

const signUp = (email: string) => call('SignUp', { Username: email, Password: 'intrus' })
const signIn = (email: string, password: string) =>
  call('InitiateAuth', {
    AuthFlow: 'USER_PASSWORD_AUTH',
    AuthParameters: { USERNAME: email, PASSWORD: password },
  })

async function subOf(email: string): Promise<string> {
  const command = new AdminGetUserCommand({ UserPoolId: pool.userPoolId, Username: email })
  const { UserAttributes = [] } = await pool.cognito.send(command)
  return UserAttributes.find(({ Name }) => Name === 'sub')?.Value ?? ''
}

async function entriesOf(email: string) {
  const { items } = await auditOf(store.table).listNewest({ limit: 100 })
  return items.filter(({ target }) => target === email)
}

describe.each(['operateur', null])('with the password %j given by the operator', (given) => {
  test('the account of a student is replaced: his password and tokens are worth nothing', async () => {
    const email = newAddress()
    const counted = await userListsOf(store.table).countListed()
    await signUp(email)
    const student = await subOf(email)
    await users.createProfile(newProfile(student, email, now))
    const { tokens } = await signIn(email, 'intrus')
    expect(tokens.RefreshToken).toBeDefined()

    expect(await create(email, given)).toBe(true)

    const owner = await subOf(email)
    expect(owner).not.toBe(student)
    expect(await users.find(owner)).toMatchObject({ email, isAdmin: true })
    // His access token still has a good signature; it names an account without a profile.
    expect(await users.find(student)).toBeNull()
    expect((await call('GetTokensFromRefreshToken', { RefreshToken: tokens.RefreshToken })).status).toBe(400)
    expect((await signIn(email, 'intrus')).status).toBe(400)
    expect(await entriesOf(email)).toMatchObject([
      { action: 'CREATE_OWNER', actor: { type: 'system' }, before: { isAdmin: false } },
    ])
    expect(await userListsOf(store.table).countListed()).toBe(counted + 1)
  })

  test('an account without a profile is replaced too', async () => {
    const email = newAddress()
    await signUp(email)
    const intruder = await subOf(email)
    expect(await create(email, given)).toBe(true)
    expect(await subOf(email)).not.toBe(intruder)
    expect((await signIn(email, 'intrus')).status).toBe(400)
  })

  test('an owner who is there already keeps his account', async () => {
    const email = newAddress()
    expect(await create(email, given)).toBe(true)
    const owner = await subOf(email)
    expect(await create(email, given)).toBe(false)
    expect(await subOf(email)).toBe(owner)
    expect(await entriesOf(email)).toHaveLength(1)
  })
})

test('an invitation that nobody took up is kept when its run broke off', async () => {
  const email = newAddress()
  const sub = await ensureAccount(pool, { email, password: null })
  expect(await create(email, null)).toBe(true)
  expect(await subOf(email)).toBe(sub)
})
