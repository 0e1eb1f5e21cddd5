import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  AdminDisableUserCommand,
  AdminGetUserCommand,
  InvalidParameterException,
} from '@aws-sdk/client-cognito-identity-provider'
import { createAuditLog } from '#functions/data/audit.ts'
import { createCounters } from '#functions/data/counters.ts'
import { createUsers } from '#functions/data/users.ts'
import { newProfile } from '#shared/entities/user.ts'
import { codeOf } from '../local/test-support/authenticator.ts'
import { ensureAccount } from '../operations/pool-accounts.ts'
import { folderOf, type NewSite, NOW, school, startNewSite } from './test-support/new-site.ts'
import { migrationPool } from './user-pool.ts'

let site: NewSite
beforeAll(async () => {
  site = await startNewSite()
}, 30_000)
afterAll(() => site.stop())
afterEach(() => {
  site.fault.inTheWay = null
  site.store.failWith(() => undefined)
})

async function expectWhole(emails: readonly string[], usersBefore: number): Promise<void> {
  const all = await site.listAccounts()
  const entries = (await createAuditLog(site.store.table).listNewest({ limit: 400 })).items
  for (const [index, email] of emails.entries()) {
    const account = all.get(email)
    expect(account).toMatchObject({ isUnused: false, enabled: index !== 1 })
    expect(await createUsers(site.store.table).find(account?.sub ?? '')).toMatchObject({
      isPremium: index % 3 === 0,
    })
    expect(entries.filter(({ target, action }) => target === email && action === 'CREATE_USER')).toHaveLength(
      1,
    )
  }
  expect((await site.profileAt(emails[1] ?? ''))?.blockedAt).toBe('2025-10-01T00:00:00.000Z')
  expect(await createCounters(site.store.table).countUsers()).toBe(usersBefore + emails.length - 1)
}

describe('a run that breaks off', () => {
  test.each([
    ['before any profile', 'AdminCreateUser', 3],
    ['among the profiles', 'TransactWriteItems', 3],
    ['between the profiles and the block', 'TransactWriteItems', 5],
    ['between the block and Cognito', 'AdminDisableUser', 0],
    ['among the passwords', 'AdminSetUserPassword', 2],
  ])('%s is finished by the next', async (where, operation, after) => {
    const { emails, folder } = school(where.toLowerCase().replaceAll(' ', '-'), 5)
    const before = await createCounters(site.store.table).countUsers()
    let seen = 0
    const breaks = (called: string) => called === operation && (seen += 1) > after
    site.store.failWith((called) =>
      breaks(called) ? { status: 500, type: 'InternalServerError' } : undefined,
    )
    site.fault.inTheWay = (called) => {
      if (breaks(called)) throw new Error('killed')
    }
    await expect(site.migrate(folder, { isSure: true })).rejects.toThrow()
    site.store.failWith(() => undefined)
    site.fault.inTheWay = null
    expect(await site.migrate(folder, { isSure: true })).toMatchObject({ left: 0, unmoved: 0 })
    await expectWhole(emails, before)
  })

  test('is overtaken by the daily reconciliation, and gives its accounts what they had all the same', async () => {
    const { emails, folder } = school('rattrape', 4)
    const before = await createCounters(site.store.table).countUsers()
    const pool = migrationPool(site.pool, 10_000)
    const made = await pool.create(emails[0] ?? '')
    const sub = made.outcome === 'made' ? made.sub : ''
    await createUsers(site.store.table).createProfile(newProfile(sub, emails[0] ?? '', NOW))
    expect(await site.migrate(folder, { isSure: true })).toMatchObject({ left: 0, unmoved: 0 })
    await expectWhole(emails, before)
  })
})

async function createSecondFactors(email: string): Promise<string[]> {
  const { UserMFASettingList = [] } = await site.accounts.admin.send(
    new AdminGetUserCommand({ UserPoolId: site.pool.userPoolId, Username: email }),
  )
  return UserMFASettingList
}

test('a sign-up that broke off opens nothing of what is moved to its address', async () => {
  const { emails, folder } = school('sans-profil', 3)
  const email = emails[0] ?? ''
  const { browser } = site.accounts
  const pool = site.pool
  await ensureAccount(pool, { email, password: 'pirate1' })
  const { AuthenticationResult } = (await browser.signIn(email, 'pirate1')).body
  const { AccessToken } = AuthenticationResult ?? {}
  const { SecretCode } = (await browser.call('AssociateSoftwareToken', { AccessToken })).body
  const UserCode = await codeOf(String(SecretCode))
  await browser.call('VerifySoftwareToken', { AccessToken, UserCode })
  const SoftwareTokenMfaSettings = { Enabled: true, PreferredMfa: true }
  await browser.call('SetUserMFAPreference', { AccessToken, SoftwareTokenMfaSettings })
  expect(await createSecondFactors(email)).toEqual(['SOFTWARE_TOKEN_MFA'])
  expect(await site.migrate(folder, { isSure: true })).toMatchObject({ left: 0, unmoved: 0 })
  expect((await browser.signIn(email, 'pirate1')).status).toBe(400)
  expect((await browser.refresh(AuthenticationResult?.RefreshToken ?? '')).status).toBe(400)
  expect(await createSecondFactors(email)).toEqual([])
  expect(await site.profileAt(email)).toMatchObject({ isPremium: true, signInsFrom: NOW.getTime() / 1000 })
})

test('a Cognito that says too many requests is asked again', async () => {
  const { emails, folder } = school('limite', 3)
  const before = await createCounters(site.store.table).countUsers()
  const refused = new Set<string>()
  site.fault.inTheWay = (called) => {
    if (refused.has(called)) return
    refused.add(called)
    throw Object.assign(new Error('Too many requests'), { name: 'TooManyRequestsException', $metadata: {} })
  }
  expect(await site.migrate(folder, { isSure: true })).toMatchObject({ left: 0, unmoved: 0 })
  site.fault.inTheWay = null
  expect(refused.size).toBeGreaterThan(3)
  await expectWhole(emails, before)
})

test('an address that Cognito takes for none stays where it is, and stops nobody else', async () => {
  const { emails, folder } = school('etrange', 3)
  site.fault.inTheWay = (called, input) => {
    const isOdd = called === 'AdminCreateUser' && JSON.stringify(input).includes(emails[2] ?? '')
    if (isOdd) throw new InvalidParameterException({ message: 'Username should be an email.', $metadata: {} })
  }
  const { left, unmoved, shown } = await site.migrate(folder, { isSure: true })
  expect({ left, unmoved }).toEqual({ left: 1, unmoved: 0 })
  expect(shown).toContain(`profiles.csv, ligne 4 (${emails[2]}) : Cognito refuse cette adresse`)
  expect(await site.profileAt(emails[0] ?? '')).toMatchObject({ isPremium: true })
})

test('what was typed on the old site says nothing to the terminal, and makes no line of a report', async () => {
  const folder = folderOf({
    'profiles.csv': `id,email,is_premium,is_admin,created_at\n1,"\u001b[2Jpirate\nEmpreinte : ${'0'.repeat(64)}",t,f,2025-09-01`,
  })
  const { shown } = await site.migrate(folder, { isDryRun: true })
  const report = readFileSync(join(folder, 'reprise-local-simulation.txt'), 'utf8')
  for (const text of [shown, report]) {
    expect(text).toContain('( [2Jpirate Empreinte : 000')
    expect(text).not.toContain('\u001b')
    expect(text).not.toContain('\nEmpreinte : 000')
  }
})

test('Premium ends when the operator says, else with the offer, else never', async () => {
  const cases = [
    { name: 'avec-jour', changes: { premiumUntil: '2027-01-31' }, until: '2027-01-31T23:00:00.000Z' },
    { name: 'sans-offre', changes: { offer: { priceDh: 1, validUntil: '2025-07-10' } }, until: null },
  ]
  for (const { name, changes, until } of cases) {
    const { emails, folder } = school(name, 2)
    await site.migrate(folder, { isSure: true, changes })
    expect(await site.profileAt(emails[0] ?? '')).toMatchObject({ isPremium: true, premiumUntil: until })
  }
})

test('a disabled account without a profile is left alone', async () => {
  const { emails, folder } = school('desactive', 2)
  const [email = ''] = emails
  await ensureAccount(site.pool, { email, password: 'motdepasse' })
  await site.accounts.admin.send(
    new AdminDisableUserCommand({ UserPoolId: site.pool.userPoolId, Username: email }),
  )
  expect(await site.migrate(folder, { isSure: true })).toMatchObject({ left: 1, unmoved: 0 })
  expect(await site.profileAt(email)).toBeNull()
})
