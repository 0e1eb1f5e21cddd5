import * as v from 'valibot'
import type { WatchedAccount } from '#shared/contract/admin/security.ts'
import { routes } from '#shared/contract/routes.ts'
import type { ActivityItem } from '#shared/entities/audit-entry.ts'
import { sampleCopy } from '#shared/entities/samples.ts'
import type { User } from '#shared/entities/user.ts'
import { type AuditSearch, auditEntry } from '../../data/audit.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { setClock } from '../../test-support/clock.ts'
import { wipe } from '../../test-support/content.ts'
import { PRIMARY_OWNER, storeUser } from '../../test-support/people.ts'
import { startSite } from '../../test-support/site.ts'
import { listAudit } from './security.ts'

const site = await startSite()
site.store.bypassProxy()
const { asOwner, listEntries } = await createAdministration(site)
afterAll(() => site.stop())

async function searchOf(asked: object): Promise<AuditSearch> {
  const searches: AuditSearch[] = []
  const listNewest = (search: AuditSearch) => {
    searches.push(search)
    return Promise.resolve({ items: [], nextCursor: null })
  }
  await listAudit(
    { ...site.stores, audit: { ...site.stores.audit, listNewest } },
    v.parse(routes.listAudit.query, asked),
  )
  return searches[0] ?? {}
}

test.each<[object, AuditSearch]>([
  [{ actor: ' Owner@Exemple.Test ' }, { actor: 'owner@exemple.test' }],
  [
    { from: '2025-11-22', to: '2025-11-22' },
    { from: new Date('2025-11-21T23:00:00.000Z'), to: new Date('2025-11-22T22:59:59.999Z') },
  ],
  [
    { from: '2025-11-22T10:00:00Z', to: '2025-11-22T10:00:00.500Z' },
    { from: new Date('2025-11-22T10:00:00.000Z'), to: new Date('2025-11-22T10:00:00.500Z') },
  ],
])('searches %j in its stored form', async (asked, search) => {
  expect(await searchOf(asked)).toMatchObject(search)
})

test('refuses a time that cannot be read', () => {
  expect(v.is(routes.listAudit.query, { from: '2025-11-22T10:00:00+23' })).toBe(false)
})

test('lists the log and its actors, and flags those who are not owners', async () => {
  const email = 'intrus@exemple.test'
  await site.call(routes.listUsers, site.as(await storeUser(site.store.table, { isAdmin: true, email })))
  const { json } = await asOwner(routes.listAudit, { query: { limit: '1' } })
  const entry = {
    id: expect.any(String),
    createdAt: expect.any(String),
    adminEmail: email,
    actionType: 'REFUSED_ATTEMPT',
    targetEmail: 'GET /api/admin/users',
    oldValues: null,
    newValues: { attempts: 1, paths: ['/api/admin/users'] },
  }
  expect(json).toEqual({ items: [entry], nextCursor: null })
  const change = { action: 'UPDATE_PREMIUM', target: 'e@exemple.test', before: null, after: null } as const
  const actor = { type: 'admin', email: PRIMARY_OWNER } as const
  await site.stores.audit.record(auditEntry(actor, new Date(), change))
  const { items } = (await asOwner(routes.listActivity)).json
  const flags = (items as ActivityItem[]).map((each) => [each.adminEmail, each.isLegitimateAdmin])
  expect(Object.fromEntries(flags)).toEqual({ [email]: false, [PRIMARY_OWNER]: true })
})

const lookUp = (code: string) => asOwner(routes.lookUpCopy, { body: { code } })
const newestEntry = async () => {
  const { json } = await asOwner(routes.listAudit, { query: { limit: '1' } })
  return (json.items as object[])[0]
}

test('answers whose copy carries a code, and records the look-up', async () => {
  await site.stores.copies.putAll([sampleCopy])
  const { status, json } = await lookUp(sampleCopy.code.toLowerCase())
  const { code, email, documentId, title, issuedAt } = sampleCopy
  expect([status, json]).toEqual([200, { email, documentId, title, issuedAt }])
  const entry = { adminEmail: PRIMARY_OWNER, actionType: 'LOOK_UP_COPY', targetEmail: email }
  expect(await newestEntry()).toMatchObject({ ...entry, newValues: { code, documentId, issuedAt } })
})

test.each([
  { code: 'BBB-BBB-BBB', recorded: 'BBB-BBB-BBB' },
  { code: 'bac 2023', recorded: 'BAC' },
])('records the look-up of $code, which finds nothing', async ({ code, recorded }) => {
  expect(await lookUp(code)).toMatchObject({ status: 404, json: { code: 'CODE_UNKNOWN' } })
  expect(await newestEntry()).toMatchObject({ targetEmail: recorded, newValues: { code: recorded } })
})

afterEach(async () => {
  setClock(null)
  await wipe(site.store.table, /^DAYS#/)
})

const now = new Date()
const daysAgo = (count: number) => new Date(now.getTime() - count * 86_400_000)

async function readDay({ id }: User, at: Date, documents: number, networks = 1): Promise<void> {
  const days = site.stores.accountDays
  for (let index = 0; index < Math.max(documents, networks); index += 1) {
    const counted = await days.countCall(id, at, {
      counter: 'f',
      perMinute: 1_000,
      document: index < documents ? `d${index}` : null,
      documentsPerDay: null,
      network: `n${index % networks}`,
      browser: 'Chrome sur Android',
    })
    if (counted.outcome === 'counted' && (documents >= 60 || networks >= 8))
      await days.watch(id, counted.day.day)
  }
}

const watched = async (query: Record<string, string> = {}) => {
  const { status, json } = await asOwner(routes.listWatched, { query })
  expect(status).toBe(200)
  return json['items'] as WatchedAccount[]
}

test('lists the accounts that stand out, the most conspicuous day first, with all their days', async () => {
  const { table } = site.store
  const [quiet, many, most] = [
    await storeUser(table),
    await storeUser(table),
    await storeUser(table, { isAdmin: true }),
  ]
  const blocked = await storeUser(table, { blockedAt: '2026-01-01T00:00:00.000Z' })
  await readDay(quiet, now, 20)
  await readDay(many, daysAgo(1), 61)
  await readDay(many, now, 3)
  await readDay(most, now, 10, 16)
  await readDay(blocked, now, 61)
  const items = await watched()
  expect(items.map(({ email, isAdmin }) => [email, isAdmin])).toEqual([
    [most.email, true],
    [many.email, false],
  ])
  const days = [{ documents: 61 }, { documents: 3 }]
  const shown = { userId: many.id, documents: 61, deviceChanges: 0, networks: 1, days }
  expect(items[1]).toMatchObject(shown)
  expect((await watched({ days: '1' })).map(({ email }) => email)).toEqual([most.email])
})

test('shows students the days of their own account', async () => {
  const [user, other] = [await storeUser(site.store.table), await storeUser(site.store.table)]
  await readDay(user, now, 3)
  await readDay(user, daysAgo(20), 3)
  await readDay(other, now, 5)
  const { json } = await site.call(routes.listOwnDays, site.as(user))
  expect(json['items']).toMatchObject([{ documents: 3, networks: 1, browsers: ['Chrome sur Android'] }])
})

test('every sign-in of an account is ended by an owner, with one audit entry; that of a blocked one is not found', async () => {
  const user = await storeUser(site.store.table)
  const call = { params: { id: user.id } }
  const old = { token: site.userPool.token(user.id, { auth_time: Math.floor(now.getTime() / 1_000) - 60 }) }
  expect((await asOwner(routes.endUserSignIns, call)).status).toBe(204)
  const over = 'AUTHENTICATION_REQUIRED'
  expect((await site.call(routes.renewSession, { ...old, sessionId: user.lease?.id })).json['code']).toBe(
    over,
  )
  expect((await site.call(routes.claimSession, { ...old, body: {} })).json['code']).toBe(over)
  const before = { lastActive: user.lease?.lastActive }
  const entry = { action: 'DELETE_SESSIONS', before, after: null }
  expect(await listEntries(user.email)).toMatchObject([entry])
  const { id } = await storeUser(site.store.table, { blockedAt: '2026-01-01T00:00:00.000Z' })
  expect((await asOwner(routes.endUserSignIns, { params: { id } })).json['code']).toBe('NOT_FOUND')
})
