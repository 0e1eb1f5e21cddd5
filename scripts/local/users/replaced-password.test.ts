import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { build } from 'esbuild'
import { createUsers } from '#functions/data/users.ts'
import { OWNER_EMAILS } from '#functions/test-support/people.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { esbuildSettings } from '#infra/bundling.ts'
import { ROOT } from '#scripts/operations/cdk.ts'
import { newProfile } from '#shared/entities/user.ts'
import { LocalFunction } from '../runtime/local-function.ts'
import { codeOf } from '../test-support/authenticator.ts'
import { newEmail } from '../test-support/pool-calls.ts'
import { startTestUsers, type TestUsers, testPool } from '../test-support/users.ts'

// The product's own PostConfirmation, as a deployment would bundle it, with a pool and a table.

let store: TestTable
let users: TestUsers
let trigger: LocalFunction

beforeAll(async () => {
  store = await startTable()
  const outfile = join(mkdtempSync(join(tmpdir(), 'post-confirmation-')), 'index.mjs')
  await build({
    absWorkingDir: ROOT,
    entryPoints: ['functions/identity/post-confirmation.ts'],
    outfile,
    ...esbuildSettings,
  })
  users = await startTestUsers({
    triggers: true,
    postConfirmation: (url) => {
      trigger = new LocalFunction({
        name: 'post-confirmation',
        start: { bundle: pathToFileURL(outfile).href, handler: 'handler' },
        environment: {
          ...Object.fromEntries(
            Object.entries(process.env).filter(([name]) => /^(?:AWS|POWERTOOLS)_/.test(name)),
          ),
          AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: url,
          TABLE_NAME: store.table.name,
          OWNER_EMAILS,
        },
        timeoutMs: 5_000,
        log: () => undefined,
      })
      return trigger
    },
  })
}, 60_000)
afterAll(async () => {
  await users.stop()
  await trigger.close()
  await store.stop()
})

/** An account on which somebody has set up an app of his, and what its person knows: the mailbox. */
async function takenOver(email: string) {
  const { access } = await users.browser.enter(email)
  const { body } = await users.browser.call('AssociateSoftwareToken', { AccessToken: access })
  const UserCode = await codeOf(String(body.SecretCode))
  await users.browser.call('VerifySoftwareToken', { AccessToken: access, UserCode })
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await users.browser.call('SetUserMFAPreference', { AccessToken: access, SoftwareTokenMfaSettings })
  expect((await users.browser.signIn(email)).body).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' })
}

async function replacePassword(email: string): Promise<number> {
  await users.browser.call('ForgotPassword', { Username: email })
  const ConfirmationCode = users.outbox.list(email).at(-1)?.code
  const replaced = { Username: email, ConfirmationCode, Password: 'nouveau1' }
  return (await users.browser.call('ConfirmForgotPassword', replaced)).status
}

const idOf = async (email: string) => {
  const account = { UserPoolId: testPool.userPoolId, Username: email }
  const { UserAttributes = [] } = await users.admin.send(new AdminGetUserCommand(account))
  return UserAttributes.find(({ Name }) => Name === 'sub')?.Value ?? ''
}

test("a student gets an account back, with a stranger's second factor on it, by the mailbox alone", async () => {
  const email = newEmail()
  await takenOver(email)
  expect(await replacePassword(email)).toBe(200)
  expect((await users.browser.signIn(email, 'nouveau1')).body.AuthenticationResult).toBeDefined()
  const stored = await createUsers(store.table).find(await idOf(email))
  expect(stored).toMatchObject({ email, signInsFrom: expect.any(Number) })
}, 30_000)

test('an admin is still asked for the code: a mailbox alone opens no dashboard', async () => {
  const email = newEmail('admin')
  await takenOver(email)
  const profiles = createUsers(store.table)
  const id = await idOf(email)
  const profile = await profiles.find(id)
  if (profile) await profiles.removeProfile(profile)
  await profiles.createByOperator({ ...newProfile(id, email, new Date()), isAdmin: true })
  expect(await replacePassword(email)).toBe(200)
  expect((await users.browser.signIn(email, 'nouveau1')).body).toMatchObject({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
  })
}, 30_000)

test('a table that does not answer is told to who replaces the password, who asks for another code', async () => {
  const email = newEmail()
  await takenOver(email)
  store.failWith(() => ({ status: 500, type: 'InternalServerError' }))
  expect(await replacePassword(email)).toBe(400)
  store.failWith(() => undefined)
  expect(await replacePassword(email)).toBe(200)
  expect((await users.browser.signIn(email, 'nouveau1')).body.AuthenticationResult).toBeDefined()
}, 30_000)
