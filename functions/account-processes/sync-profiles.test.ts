import { randomUUID } from 'node:crypto'
import type { TestUsers } from '#scripts/local/test-support/users.ts'
import type { Account } from '#scripts/local/users/accounts.ts'
import { syncUsers } from '#shared/contract/admin/users.ts'
import { createAuditLog } from '../data/audit.ts'
import { createBlockedEmails } from '../data/blocked.ts'
import { createCounters } from '../data/counters.ts'
import { createDeletions } from '../data/deletions.ts'
import { encodeCursor } from '../data/table/cursor.ts'
import { createUsers } from '../data/users.ts'
import { type Call } from '../test-support/gateway.ts'
import { PRIMARY_OWNER, SECOND_OWNER, storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
let owner: Call
let pool: TestUsers
let reconcile: () => Promise<void>
beforeEach(async () => {
  site ??= await startSite()
  reconcile = (await import('../account/reconcile-accounts.ts')).handler
  pool = site.userPool
  pool.accounts.clear()
  pool.operations.clear()
  const user = await storeUser(site.store.table, { email: PRIMARY_OWNER, isAdmin: true })
  owner = { token: site.userPool.token(user.id), sessionId: user.lease?.id }
})
afterEach(() => pool.failWith(() => undefined))
afterAll(() => site.stop())

const sync = (cursor?: string) => site.call(syncUsers, { ...owner, ...(cursor && { query: { cursor } }) })
const find = (id: string) => createUsers(site.store.table).find(id)
const counted = () => createCounters(site.store.table).countUsers()

async function creations() {
  const { items } = await createAuditLog(site.store.table).listNewest({ limit: 1_000 })
  return items.filter(({ action }) => action === 'CREATE_USER')
}

async function creationsOf(accounts: readonly Account[]) {
  const emails = new Set(accounts.map(({ email }) => email))
  return (await creations()).filter(({ target }) => emails.has(target))
}

const enrolMany = (count: number, changes: Partial<Account> = {}) =>
  Array.from({ length: count }, () => pool.enrol(changes))

test('gives a free profile and an audit entry to each of 150 accounts that lacks one', async () => {
  const accounts = enrolMany(150)
  const existing = accounts.filter((_, index) => index % 2 === 0)
  const missing = accounts.filter((_, index) => index % 2 === 1)
  for (const { id, email } of existing) await storeUser(site.store.table, { id, email, isPremium: true })
  const before = await counted()

  expect(await sync()).toMatchObject({ status: 200, json: { created: 75, nextCursor: null } })
  expect(pool.operations.list()).toEqual(['ListUsers', 'ListUsers', 'ListUsers'])
  for (const { id, email, createdAt } of missing)
    expect(await find(id)).toMatchObject({ email, isPremium: false, isAdmin: false, lease: null, createdAt })
  for (const { id } of existing) expect(await find(id)).toMatchObject({ isPremium: true })
  expect(await counted()).toBe(before + 75)
  const log = await creationsOf(accounts)
  expect(log.map(({ target }) => target).toSorted()).toEqual(missing.map(({ email }) => email).toSorted())
  expect(log[0]).toMatchObject({ actor: { type: 'admin', email: PRIMARY_OWNER }, before: null })

  expect((await sync()).json).toEqual({ created: 0, nextCursor: null })
  expect(await creationsOf(accounts)).toHaveLength(75)
})

describe('is left without a profile:', () => {
  const skipped: Record<string, () => Promise<Account> | Account> = {
    'an owner': () => pool.enrol({ email: ` ${SECOND_OWNER.toUpperCase()}` }),
    'a disabled account': () => pool.enrol({ isEnabled: false }),
    'a blocked address': async () => {
      const account = pool.enrol({ email: `Bloque-${randomUUID()}@Exemple.test` })
      const block = { reason: 'Fraude', blockedAt: '2026-01-01T00:00:00.000Z', blockedBy: PRIMARY_OWNER }
      await createBlockedEmails(site.store.table).putAll([{ email: account.email.toLowerCase(), ...block }])
      return account
    },
    'an account that was deleted while the list was read': async () => {
      const account = pool.enrol()
      await createDeletions(site.store.table).finish(account.id, new Date())
      return account
    },
    'an account without a usable address': () => pool.enrol({ email: 'sans-arobase' }),
  }

  test.each(Object.entries(skipped))('%s', async (_, enrol) => {
    const account = await enrol()
    const other = pool.enrol({ email: `Autre-${randomUUID()}@Exemple.TEST` })
    expect((await sync()).json).toEqual({ created: 1, nextCursor: null })
    expect(await find(account.id)).toBeNull()
    expect(await find(other.id)).toMatchObject({ email: other.email.toLowerCase() })
  })
})

describe('one call', () => {
  test('reads at most ten pages and answers the next cursor', async () => {
    enrolMany(650, { isEnabled: false })
    // Accounts are listed by their ids.
    const last = pool.enrol({ id: 'ffffffff-ffff-4fff-bfff-ffffffffffff' })
    const first = await sync()
    expect(pool.operations.list()).toHaveLength(10)
    expect(first.json).toEqual({ created: 0, nextCursor: expect.stringMatching(/^[\w-]+$/) })
    expect((await sync(String(first.json.nextCursor))).json).toEqual({ created: 1, nextCursor: null })
    expect(await find(last.id)).not.toBeNull()
  })

  test('reads no further page after a hundred new profiles', async () => {
    enrolMany(130)
    const first = await sync()
    expect(first.json.created).toBe(120)
    expect((await sync(String(first.json.nextCursor))).json).toEqual({ created: 10, nextCursor: null })
  })

  test.each(['abc', encodeCursor('unknown-token')])('refuses the foreign cursor %p', async (cursor) => {
    pool.enrol()
    const { status, json } = await site.call(syncUsers, { ...owner, query: { cursor } })
    expect(status).toBe(400)
    expect(json).toMatchObject({ code: 'INVALID_REQUEST', errors: [{ path: 'cursor' }] })
  })
})

test('reads the whole list in the daily reconciliation, as SYSTEM', async () => {
  enrolMany(740, { isEnabled: false })
  const accounts = enrolMany(40)
  await reconcile()
  expect(pool.operations.list()).toHaveLength(13)
  const log = await creationsOf(accounts)
  expect(log).toHaveLength(40)
  for (const { actor } of log) expect(actor).toEqual({ type: 'system' })
  await reconcile()
  expect(await creationsOf(accounts)).toHaveLength(40)
})
