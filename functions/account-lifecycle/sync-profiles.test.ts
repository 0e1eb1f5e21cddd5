import { randomUUID } from 'node:crypto'
import type { Account } from '#scripts/local/users/accounts.ts'
import { syncUsers } from '#shared/contract/admin/users.ts'
import { createAdministration } from '../test-support/administration.ts'
import { PRIMARY_OWNER, SECOND_OWNER, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

const site = await startSite()
site.store.bypassProxy()
const { userPool: pool } = site
const { asOwner } = await createAdministration(site)
beforeEach(() => {
  pool.accounts.clear()
  pool.operations.clear()
})
afterAll(() => site.stop())

const sync = (cursor?: string) => asOwner(syncUsers, cursor ? { query: { cursor } } : {})
const find = (id: string) => site.stores.users.find(id)
const counted = () => site.stores.counters.countUsers()

async function creationsOf(accounts: readonly Account[]) {
  const { items } = await site.stores.audit.listNewest({ limit: 1_000 })
  const emails = new Set(accounts.map(({ email }) => email))
  return items.filter(({ action, target }) => action === 'CREATE_USER' && emails.has(target))
}

const enrolMany = (count: number, changes: Partial<Account> = {}) =>
  Array.from({ length: count }, () => pool.enrol(changes))

test('gives a free profile and an audit entry to each of 70 accounts that lacks one', async () => {
  const accounts = enrolMany(70)
  const existing = accounts.filter((_, index) => index % 2 === 0)
  const missing = accounts.filter((_, index) => index % 2 === 1)
  for (const { id, email } of existing) await storeUser(site.store.table, { id, email, isPremium: true })
  const before = await counted()

  expect(await sync()).toMatchObject({ status: 200, json: { created: 35, nextCursor: null } })
  expect(pool.operations.list()).toEqual(['ListUsers', 'ListUsers'])
  for (const { id, email, createdAt } of missing)
    expect(await find(id)).toMatchObject({ email, isPremium: false, isAdmin: false, lease: null, createdAt })
  for (const { id } of existing) expect(await find(id)).toMatchObject({ isPremium: true })
  expect(await counted()).toBe(before + 35)
  const log = await creationsOf(accounts)
  expect(log.map(({ target }) => target).toSorted()).toEqual(missing.map(({ email }) => email).toSorted())
  expect(log[0]).toMatchObject({ actor: { type: 'admin', email: PRIMARY_OWNER }, before: null })

  expect((await sync()).json).toEqual({ created: 0, nextCursor: null })
  expect(await creationsOf(accounts)).toHaveLength(35)
})

const skipped: Record<string, () => Promise<Account> | Account> = {
  'an owner': () => pool.enrol({ email: ` ${SECOND_OWNER.toUpperCase()}` }),
  'a disabled account': () => pool.enrol({ isEnabled: false }),
  'a blocked address': async () => {
    const account = pool.enrol({ email: `Bloque-${randomUUID()}@Exemple.test` })
    const block = { reason: 'Fraude', blockedAt: '2026-01-01T00:00:00.000Z', blockedBy: PRIMARY_OWNER }
    await site.stores.blocked.putAll([{ email: account.email.toLowerCase(), ...block }])
    return account
  },
  'an account that was deleted while the list was read': async () => {
    const account = pool.enrol()
    await site.stores.deletions.finish(account.id, new Date())
    return account
  },
  'an account without a usable address': () => pool.enrol({ email: 'sans-arobase' }),
}

test.each(Object.entries(skipped))('is left without a profile: %s', async (_, enrol) => {
  const account = await enrol()
  const other = pool.enrol({ email: `Autre-${randomUUID()}@Exemple.TEST` })
  expect((await sync()).json).toEqual({ created: 1, nextCursor: null })
  expect(await find(account.id)).toBeNull()
  expect(await find(other.id)).toMatchObject({ email: other.email.toLowerCase() })
})
