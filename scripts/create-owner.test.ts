import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import { createCounters } from '#functions/data/counters.ts'
import { newProfile } from '#shared/entities/user.ts'
import { ownerAccount } from './create-owner.ts'
import { testPool } from './local/test-support/users.ts'
import { createOperatorAccount } from './operations/operator-account.ts'
import { ensureAccount } from './operations/pool-accounts.ts'
import { type AccountStores, startAccountStores } from './operations/test-support/account-stores.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const owners = ['un', 'deux', 'trois', 'quatre', 'bloque'].map((name) => `${name}@demo.bac`)

let site: AccountStores
beforeAll(async () => {
  site = await startAccountStores()
})
afterAll(() => site.stop())

const create = async (email: string, password: string | null = 'motdepasse', listed = owners) =>
  createOperatorAccount(site, ownerAccount(listed, email, password), NOW)

async function accountOf(email: string) {
  const account = new AdminGetUserCommand({ UserPoolId: testPool.userPoolId, Username: email })
  const { UserAttributes = [], UserStatus } = await site.accounts.admin.send(account)
  return { sub: UserAttributes.find(({ Name }) => Name === 'sub')?.Value ?? '', status: UserStatus }
}

test('creates an account, an admin profile of the same id and one audit entry by SYSTEM', async () => {
  expect(await create('un@demo.bac')).toBe('created')
  const { sub, status } = await accountOf('un@demo.bac')
  expect(status).toBe('CONFIRMED')
  expect(await site.users.find(sub)).toMatchObject({ email: 'un@demo.bac', isAdmin: true, isPremium: false })
  expect(await site.entriesOf('un@demo.bac')).toMatchObject([
    { action: 'CREATE_OWNER', actor: { type: 'system' }, before: null, after: { isAdmin: true } },
  ])
})

test('without a password the owner is invited by mail', async () => {
  await create('deux@demo.bac', null)
  expect((await accountOf('deux@demo.bac')).status).toBe('FORCE_CHANGE_PASSWORD')
  expect(site.accounts.outbox.list('deux@demo.bac')).toMatchObject([
    { kind: 'invitation', code: expect.any(String) },
  ])
})

test('an invitation that was never used is sent again, with another password', async () => {
  expect(await create('deux@demo.bac', null)).toBe('invited again')
  const codes = site.accounts.outbox.codes('deux@demo.bac')
  expect(new Set(codes).size).toBe(2)
  expect(await site.entriesOf('deux@demo.bac')).toHaveLength(1)
})

test('a second run changes nothing', async () => {
  await create('trois@demo.bac')
  expect(await create('trois@demo.bac')).toBe('unchanged')
  expect(await site.entriesOf('trois@demo.bac')).toHaveLength(1)
})

test('finishes a creation that was interrupted before the profile', async () => {
  const sub = await ensureAccount(site.pool, { email: 'quatre@demo.bac', password: null })
  expect(await create('quatre@demo.bac', null)).toBe('created')
  expect(await site.users.find(sub)).toMatchObject({ email: 'quatre@demo.bac', isAdmin: true })
})

// Sign-up asks for no proof of an address: a person who took one before it became an owner's must get nothing of it.
test.each([
  { what: 'without a profile', hasProfile: false, password: 'motdepasse' },
  { what: 'with a profile', hasProfile: true, password: 'motdepasse' },
  { what: 'with a profile, its owner invited', hasProfile: true, password: null },
])(
  'replaces an account that another person made $what: its password and tokens do not open the new one',
  async ({ hasProfile, password }) => {
    const email = `occupee-${hasProfile}-${password !== null}@demo.bac`
    const counted = await createCounters(site.store.table).countUsers()
    const earlier = await ensureAccount(site.pool, { email, password: 'pirate1' })
    if (hasProfile) await site.users.createProfile(newProfile(earlier, email, NOW))
    const tokens = await site.signIn(email, 'pirate1')

    expect(await create(email, password, [email])).toBe('created')

    const { sub } = await accountOf(email)
    expect(sub).not.toBe(earlier)
    expect(await site.users.find(sub)).toMatchObject({ isAdmin: true })
    // Their access token still has a good signature; it names an account without a profile.
    expect(await site.users.find(earlier)).toBeNull()
    expect(await site.signIn(email, 'pirate1')).toBeUndefined()
    expect((await site.accounts.browser.refresh(tokens?.RefreshToken ?? '')).body).toMatchObject({
      __type: 'NotAuthorizedException',
    })
    const before = hasProfile ? { isAdmin: false } : null
    expect(await site.entriesOf(email)).toMatchObject([{ before, after: { isAdmin: true } }])
    expect(await createCounters(site.store.table).countUsers()).toBe(counted + 1)
  },
)

test('refuses a blocked address, whose owner could not sign in', async () => {
  const email = 'bloque@demo.bac'
  const at = NOW.toISOString()
  await site.blocked.putAll([{ email, reason: 'Partage de compte', blockedAt: at, blockedBy: 'un@demo.bac' }])
  await expect(create(email)).rejects.toThrow("Débloquez d'abord l'adresse")
  await expect(accountOf(email)).rejects.toThrow('does not exist')
})

test('an address that is not in the stage’s list is refused and changes nothing', async () => {
  await expect(create('autre@demo.bac')).rejects.toThrow("n'est pas dans la liste des propriétaires")
  await expect(accountOf('autre@demo.bac')).rejects.toThrow('does not exist')
})
