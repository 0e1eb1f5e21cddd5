import { InitiateAuthCommand } from '@aws-sdk/client-cognito-identity-provider'
import * as v from 'valibot'
import { auditOf } from '#functions/data/audit.ts'
import { type Blocked, blockedOf } from '#functions/data/blocked.ts'
import { type Users, usersOf } from '#functions/data/users.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { namesOf } from '#infra/names.ts'
import { STAGE_NAMES } from '#infra/stages.ts'
import { Email } from '#shared/contract/fields.ts'
import { newProfile } from '#shared/domain/user.ts'
import { createProbe } from './create-probe.ts'
import { startTestUsers, type TestUsers, testPool } from './local/test-support/users.ts'
import { ensureAccount, findAccount, type UserPool } from './pool-accounts.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const LATER = new Date('2026-02-01T00:00:00Z')

let store: TestTable
let accounts: TestUsers
let pool: UserPool
let users: Users
let blocked: Blocked

beforeAll(async () => {
  ;[store, accounts] = await Promise.all([startTable(), startTestUsers()])
  pool = { cognito: accounts.admin, userPoolId: testPool.userPoolId }
  users = usersOf(store.table)
  blocked = blockedOf(store.table)
}, 30_000)

afterAll(() => Promise.all([store.stop(), accounts.stop()]))

const create = (email: string, password = 'mot-de-passe', now = NOW) =>
  createProbe(pool, { users, blocked }, { email, password }, now)

async function profileOf(email: string) {
  const account = await findAccount(pool, email)
  return account && users.find(account.sub)
}

async function entriesOf(email: string) {
  const { items } = await auditOf(store.table).listNewest({ limit: 100 })
  return items.filter(({ target }) => target === email)
}

async function signIn(email: string, password: string): Promise<string | undefined> {
  const { AuthenticationResult } = await accounts.admin.send(
    new InitiateAuthCommand({
      ClientId: testPool.clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  )
  return AuthenticationResult?.AccessToken
}

test('the probe gets an account with Premium and no end, and one audit entry by SYSTEM', async () => {
  const email = 'premiere@revision.invalid'
  expect(await create(email)).toBe(true)
  expect(await profileOf(email)).toMatchObject({ isPremium: true, premiumUntil: null, isAdmin: false })
  expect(await signIn(email, 'mot-de-passe')).toEqual(expect.any(String))
  expect(await entriesOf(email)).toMatchObject([
    {
      action: 'CREATE_USER',
      actor: { type: 'system' },
      before: null,
      after: { isPremium: true, premiumUntil: null },
    },
  ])
})

test('a second run sets the password and changes nothing else', async () => {
  const email = 'seconde@revision.invalid'
  await create(email)
  const profile = await profileOf(email)
  expect(await create(email, 'un-autre', LATER)).toBe(false)
  expect(await profileOf(email)).toEqual(profile)
  expect(await entriesOf(email)).toHaveLength(1)
  expect(await signIn(email, 'un-autre')).toEqual(expect.any(String))
})

test.each([
  { what: 'that somebody else signed up', premium: {} },
  {
    what: 'whose Premium has an end',
    premium: { isPremium: true, premiumUntil: '2026-07-10T22:59:59.999Z' },
  },
])('an account $what is replaced: nothing of it opens the new one', async ({ premium }) => {
  const email = `occupee-${Object.keys(premium).length}@revision.invalid`
  const earlier = await ensureAccount(pool, { email, password: 'pirate1' })
  await users.createProfile({ ...newProfile(earlier, email, NOW), ...premium })
  expect(await create(email)).toBe(true)
  expect(await users.find(earlier)).toBeNull()
  expect((await profileOf(email))?.id).not.toBe(earlier)
  await expect(signIn(email, 'pirate1')).rejects.toThrow('Incorrect username or password.')
})

test('a run that broke off before the profile is finished by the next one', async () => {
  const email = 'interrompue@revision.invalid'
  await ensureAccount(pool, { email, password: 'mot-de-passe' })
  expect(await create(email)).toBe(true)
  expect(await profileOf(email)).toMatchObject({ isPremium: true })
})

test('a blocked address is not made anew', async () => {
  const email = 'bloquee@revision.invalid'
  await blocked.putAll([{ email, reason: 'Fraude', blockedAt: NOW.toISOString(), blockedBy: 'x@y.z' }])
  await expect(create(email)).rejects.toThrow("Débloquez d'abord l'adresse")
})

test.each(STAGE_NAMES)("the probe's address in %s is one that the site takes", (stage) => {
  const { probeEmail } = namesOf(stage)
  expect(v.parse(Email, probeEmail)).toBe(probeEmail)
})
