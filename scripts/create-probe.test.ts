import * as v from 'valibot'
import { stageNames } from '#infra/names.ts'
import { STAGE_NAMES } from '#infra/stages.ts'
import { Email } from '#shared/entities/fields.ts'
import { newProfile } from '#shared/entities/user.ts'
import { probeAccount } from './create-probe.ts'
import { createOperatorAccount } from './operations/operator-account.ts'
import { ensureAccount, findAccount } from './operations/pool-accounts.ts'
import { type AccountStores, startAccountStores } from './operations/test-support/account-stores.ts'

const NOW = new Date('2026-01-01T00:00:00Z')
const LATER = new Date('2026-02-01T00:00:00Z')

let site: AccountStores
beforeAll(async () => {
  site = await startAccountStores()
})
afterAll(() => site.stop())

const create = (email: string, password = 'mot-de-passe', now = NOW) =>
  createOperatorAccount(site, probeAccount(email, password), now)

async function profileOf(email: string) {
  const account = await findAccount(site.pool, email)
  return account && site.users.find(account.sub)
}

test('creates an account with Premium that does not end and one audit entry by SYSTEM', async () => {
  const email = 'premiere@revision.invalid'
  expect(await create(email)).toBe('created')
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
  await create(email)
  const profile = await profileOf(email)
  expect(await create(email, 'un-autre', LATER)).toBe('unchanged')
  expect(await profileOf(email)).toEqual(profile)
  expect(await site.entriesOf(email)).toHaveLength(1)
  expect(await site.signIn(email, 'un-autre')).toBeDefined()
})

test('an account whose Premium has an end is replaced: nothing of it opens the new one', async () => {
  const email = 'occupee@revision.invalid'
  const earlier = await ensureAccount(site.pool, { email, password: 'pirate1' })
  const premium = { isPremium: true, premiumUntil: '2026-07-10' }
  await site.users.createProfile({ ...newProfile(earlier, email, NOW), ...premium })
  expect(await create(email)).toBe('created')
  expect(await site.users.find(earlier)).toBeNull()
  expect((await profileOf(email))?.id).not.toBe(earlier)
  expect(await site.signIn(email, 'pirate1')).toBeUndefined()
})

test.each(STAGE_NAMES)("the probe's address in %s is one that the site takes", (stage) => {
  const { probeEmail } = stageNames(stage)
  expect(v.parse(Email, probeEmail)).toBe(probeEmail)
})
