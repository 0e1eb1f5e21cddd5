import { AdminGetUserCommand } from '@aws-sdk/client-cognito-identity-provider'
import * as v from 'valibot'
import { createCounters } from '#functions/data/counters.ts'
import { stageNames } from '#infra/names.ts'
import { STAGE_NAMES } from '#infra/stages.ts'
import { ownerAccount } from '#scripts/create-owner.ts'
import { probeAccount } from '#scripts/create-probe.ts'
import { testPool } from '#scripts/local/test-support/users.ts'
import { Email } from '#shared/entities/fields.ts'
import { newProfile } from '#shared/entities/user.ts'
import { createOperatorAccount, ensureAccount, findAccount } from './accounts.ts'
import { type AccountStores, startAccountStores } from './test-support/account-stores.ts'

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

describe('the account of the probe', () => {
  const LATER = new Date('2026-02-01T00:00:00Z')

  const createProbe = (email: string, password = 'mot-de-passe', now = NOW) =>
    createOperatorAccount(site, probeAccount(email, password), now)

  async function profileOf(email: string) {
    const account = await findAccount(site.pool, email)
    return account && site.users.find(account.sub)
  }

  test('creates an account with Premium that does not end and one audit entry by SYSTEM', async () => {
    const email = 'premiere@revision.invalid'
    expect(await createProbe(email)).toBe('created')
    expect(await profileOf(email)).toMatchObject({ isPremium: true, premiumUntil: null, isAdmin: false })
    expect(await site.signIn(email, 'mot-de-passe')).toBeDefined()
    expect(await site.entriesOf(email)).toMatchObject([
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
    await createProbe(email)
    const profile = await profileOf(email)
    expect(await createProbe(email, 'un-autre', LATER)).toBe('unchanged')
    expect(await profileOf(email)).toEqual(profile)
    expect(await site.entriesOf(email)).toHaveLength(1)
    expect(await site.signIn(email, 'un-autre')).toBeDefined()
  })

  test('an account whose Premium has an end is replaced: nothing of it opens the new one', async () => {
    const email = 'occupee@revision.invalid'
    const earlier = await ensureAccount(site.pool, { email, password: 'pirate1' })
    const premium = { isPremium: true, premiumUntil: '2026-07-10' }
    await site.users.createProfile({ ...newProfile(earlier, email, NOW), ...premium })
    expect(await createProbe(email)).toBe('created')
    expect(await site.users.find(earlier)).toBeNull()
    expect((await profileOf(email))?.id).not.toBe(earlier)
    expect(await site.signIn(email, 'pirate1')).toBeUndefined()
  })

  test.each(STAGE_NAMES)("the probe's address in %s is one that the site takes", (stage) => {
    const { probeEmail } = stageNames(stage)
    expect(v.parse(Email, probeEmail)).toBe(probeEmail)
  })
})
