import { newEmail } from '#scripts/local/test-support/pool-calls.ts'
import { startTestUsers, type TestUsers } from '#scripts/local/test-support/users.ts'
import { newProfile } from '#shared/entities/user.ts'
import { createUsers } from '../data/users.ts'
import { OWNER_EMAILS } from '../test-support/people.ts'
import { startTable, type TestTable } from '../test-support/table.ts'

// The product's own PostConfirmation trigger, called by a fake user pool.

let store: TestTable
let users: TestUsers

beforeAll(async () => {
  store = await startTable()
  Object.assign(process.env, { TABLE_NAME: store.table.name, OWNER_EMAILS })
  const { handler } = await import('./post-confirmation.ts')
  users = await startTestUsers({ triggers: { PostConfirmation: handler } })
  users.clock.now = new Date()
  process.env.AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER = users.url
})
afterAll(async () => {
  await users.stop()
  await store.stop()
})

/** Creates an account on which another person has set up an authenticator app. @returns its id */
async function takenOver(email: string): Promise<string> {
  const { access } = await users.browser.enter(email)
  const { body } = await users.browser.call('AssociateSoftwareToken', { AccessToken: access })
  const UserCode = await users.code(String(body.SecretCode))
  await users.browser.call('VerifySoftwareToken', { AccessToken: access, UserCode })
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await users.browser.call('SetUserMFAPreference', { AccessToken: access, SoftwareTokenMfaSettings })
  expect((await users.browser.signIn(email)).body).toMatchObject({ ChallengeName: 'SOFTWARE_TOKEN_MFA' })
  return users.accounts.find(email)?.id ?? ''
}

async function replacePassword(email: string): Promise<number> {
  await users.browser.call('ForgotPassword', { Username: email })
  const ConfirmationCode = users.outbox.codes(email).at(-1)
  const replaced = { Username: email, ConfirmationCode, Password: 'nouveau1' }
  return (await users.browser.call('ConfirmForgotPassword', replaced)).status
}

test("gives a student their account back by the mailbox alone, despite another person's second factor", async () => {
  const email = newEmail()
  const id = await takenOver(email)
  expect(await replacePassword(email)).toBe(200)
  expect((await users.browser.signIn(email, 'nouveau1')).body.AuthenticationResult).toBeDefined()
  const stored = await createUsers(store.table).find(id)
  expect(stored).toMatchObject({ email, signInsFrom: expect.any(Number) })
})

test('still demands the code of an admin', async () => {
  const email = newEmail('admin')
  const id = await takenOver(email)
  const profiles = createUsers(store.table)
  const profile = await profiles.find(id)
  if (profile) await profiles.removeProfile(profile)
  await profiles.createByOperator({ ...newProfile(id, email, new Date()), isAdmin: true })
  expect(await replacePassword(email)).toBe(200)
  expect((await users.browser.signIn(email, 'nouveau1')).body).toMatchObject({
    ChallengeName: 'SOFTWARE_TOKEN_MFA',
  })
})

test('fails while the table does not answer, and succeeds with another code', async () => {
  const email = newEmail()
  await takenOver(email)
  store.failWith(() => ({ status: 500, type: 'InternalServerError' }))
  expect(await replacePassword(email)).toBe(400)
  store.failWith(null)
  expect(await replacePassword(email)).toBe(200)
  expect((await users.browser.signIn(email, 'nouveau1')).body.AuthenticationResult).toBeDefined()
})
