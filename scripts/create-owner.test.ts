import {
  AdminGetUserCommand,
  GetTokensFromRefreshTokenCommand,
  InitiateAuthCommand,
} from '@aws-sdk/client-cognito-identity-provider'
import { auditOf } from '#functions/data/audit.ts'
import { type Blocked, blockedOf } from '#functions/data/blocked.ts'
import { userListsOf } from '#functions/data/user-lists.ts'
import { type Users, usersOf } from '#functions/data/users.ts'
import { startTable, type TestTable } from '#functions/test-support/table.ts'
import { newProfile } from '#shared/domain/user.ts'
import { createOwner, planOwner } from './create-owner.ts'
import { startTestUsers, type TestUsers, testPool } from './local/test-support/users.ts'
import { ensureAccount, type UserPool } from './pool-accounts.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const owners = ['un', 'deux', 'trois', 'quatre', 'bloque'].map((name) => `${name}@demo.bac`)

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

const create = (email: string, password: string | null = 'motdepasse') =>
  createOwner(pool, { users, blocked }, owners, { email, password }, NOW)

async function entriesOf(email: string) {
  const { items } = await auditOf(store.table).listNewest({ limit: 100 })
  return items.filter(({ target }) => target === email)
}

async function accountOf(email: string) {
  const account = new AdminGetUserCommand({ UserPoolId: testPool.userPoolId, Username: email })
  const { UserAttributes = [], UserStatus } = await accounts.admin.send(account)
  return { sub: UserAttributes.find(({ Name }) => Name === 'sub')?.Value ?? '', status: UserStatus }
}

/** Signs in as the browser does. @returns the refresh token */
async function signIn(email: string, password: string): Promise<string | undefined> {
  const { AuthenticationResult } = await accounts.admin.send(
    new InitiateAuthCommand({
      ClientId: testPool.clientId,
      AuthFlow: 'USER_PASSWORD_AUTH',
      AuthParameters: { USERNAME: email, PASSWORD: password },
    }),
  )
  return AuthenticationResult?.RefreshToken
}

const refresh = (token: string | undefined) =>
  accounts.admin.send(
    new GetTokensFromRefreshTokenCommand({ ClientId: testPool.clientId, RefreshToken: token }),
  )

test('an owner gets an account, an admin profile of the same id, and one audit entry by SYSTEM', async () => {
  expect(await create('un@demo.bac')).toBe('created')
  const { sub, status } = await accountOf('un@demo.bac')
  expect(status).toBe('CONFIRMED')
  expect(await users.find(sub)).toMatchObject({ email: 'un@demo.bac', isAdmin: true, isPremium: false })
  expect(await entriesOf('un@demo.bac')).toMatchObject([
    { action: 'CREATE_OWNER', actor: { type: 'system' }, before: null, after: { isAdmin: true } },
  ])
})

test('without a password the owner is invited by mail', async () => {
  await create('deux@demo.bac', null)
  expect((await accountOf('deux@demo.bac')).status).toBe('FORCE_CHANGE_PASSWORD')
  expect(accounts.outbox.list('deux@demo.bac')).toMatchObject([
    { kind: 'invitation', code: expect.any(String) },
  ])
})

test('an invitation that was never used is sent again, with another password', async () => {
  expect(await create('deux@demo.bac', null)).toBe('invited again')
  const codes = accounts.outbox.list('deux@demo.bac').map(({ code }) => code)
  expect(new Set(codes).size).toBe(2)
  expect(await entriesOf('deux@demo.bac')).toHaveLength(1)
})

test('a second run changes nothing', async () => {
  await create('trois@demo.bac')
  expect(await create('trois@demo.bac')).toBe('unchanged')
  expect(await entriesOf('trois@demo.bac')).toHaveLength(1)
})

test('an invitation that broke off before the profile is finished by the next run', async () => {
  const sub = await ensureAccount(pool, { email: 'quatre@demo.bac', password: null })
  expect(await create('quatre@demo.bac', null)).toBe('created')
  expect(await users.find(sub)).toMatchObject({ email: 'quatre@demo.bac', isAdmin: true })
})

// Sign-up asks for no proof of an address: whoever took one before it became an owner's must get nothing of it.
test.each([
  { what: 'without a profile', hasProfile: false, password: 'motdepasse' },
  { what: 'with a profile', hasProfile: true, password: 'motdepasse' },
  { what: 'with a profile, its owner invited', hasProfile: true, password: null },
])(
  'an account that somebody else made $what is replaced: nothing of it opens the new one',
  async ({ hasProfile, password }) => {
    const email = `occupee-${hasProfile}-${password !== null}@demo.bac`
    const counted = await userListsOf(store.table).countListed()
    const earlier = await ensureAccount(pool, { email, password: 'pirate1' })
    if (hasProfile) await users.createProfile(newProfile(earlier, email, NOW))
    const refreshToken = await signIn(email, 'pirate1')

    expect(await createOwner(pool, { users, blocked }, [email], { email, password }, NOW)).toBe('created')

    const { sub } = await accountOf(email)
    expect(sub).not.toBe(earlier)
    expect(await users.find(sub)).toMatchObject({ isAdmin: true })
    // His access token still has a good signature; it names an account without a profile.
    expect(await users.find(earlier)).toBeNull()
    await expect(signIn(email, 'pirate1')).rejects.toThrow('Incorrect username or password.')
    await expect(refresh(refreshToken)).rejects.toMatchObject({ name: 'NotAuthorizedException' })
    const before = hasProfile ? { isAdmin: false } : null
    expect(await entriesOf(email)).toMatchObject([{ before, after: { isAdmin: true } }])
    expect(await userListsOf(store.table).countListed()).toBe(counted + 1)
  },
)

test('a blocked address is refused and nothing is made: its owner could not sign in', async () => {
  const email = 'bloque@demo.bac'
  const at = NOW.toISOString()
  await blocked.putAll([{ email, reason: 'Partage de compte', blockedAt: at, blockedBy: 'un@demo.bac' }])
  await expect(create(email)).rejects.toThrow("Débloquez d'abord l'adresse")
  await expect(accountOf(email)).rejects.toThrow('does not exist')
})

test('a plan tells what stands at the address and changes nothing', async () => {
  const plan = (email: string) => planOwner(pool, { users, blocked }, [...owners, email], email)
  expect(await plan('nouvelle@demo.bac')).toEqual({ kind: 'create' })
  await expect(accountOf('nouvelle@demo.bac')).rejects.toThrow('does not exist')
  expect(await plan('un@demo.bac')).toMatchObject({ kind: 'keep', account: { isUnused: false } })
  const sub = await ensureAccount(pool, { email: 'inconnue@demo.bac', password: 'pirate1' })
  expect(await plan('inconnue@demo.bac')).toEqual({ kind: 'replace', profile: null })
  expect((await accountOf('inconnue@demo.bac')).sub).toBe(sub)
})

test('an address that is not in the stage’s list is refused and changes nothing', async () => {
  await expect(create('autre@demo.bac')).rejects.toThrow("n'est pas dans la liste des propriétaires")
  await expect(accountOf('autre@demo.bac')).rejects.toThrow('does not exist')
})
