import * as v from 'valibot'
import { lookUpCopy } from '#shared/contract/admin/copies.ts'
import { listActivity, listAudit as route } from '#shared/contract/admin/security.ts'
import { listUsers } from '#shared/contract/admin/users.ts'
import type { ActivityItem } from '#shared/entities/audit-entry.ts'
import { sampleCopy } from '#shared/entities/samples.ts'
import type { AuditSearch } from '../../data/audit.ts'
import { auditEntry } from '../../data/audit-entry.ts'
import { createAdministration } from '../../test-support/administration.ts'
import { PRIMARY_OWNER, storeUser } from '../../test-support/people.ts'
import { startSite } from '../../test-support/site.ts'
import { listAudit } from './list-audit.ts'

const site = await startSite()
site.store.bypassProxy()
const { asOwner } = await createAdministration(site)
afterAll(() => site.stop())

const query = route.query

/** Returns the search that the repository gets. */
async function searchOf(asked: object): Promise<AuditSearch> {
  const searches: AuditSearch[] = []
  const listNewest = (search: AuditSearch) => {
    searches.push(search)
    return Promise.resolve({ items: [], nextCursor: null })
  }
  await listAudit({ ...site.stores, audit: { ...site.stores.audit, listNewest } }, v.parse(query, asked))
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

test('lists the log and its actors, and flags those who are not owners', async () => {
  const email = 'intrus@exemple.test'
  await site.call(listUsers, site.as(await storeUser(site.store.table, { isAdmin: true, email })))
  const { json } = await asOwner(route, { query: { limit: '1' } })
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
  const { items } = (await asOwner(listActivity)).json
  const flags = (items as ActivityItem[]).map((each) => [each.adminEmail, each.isLegitimateAdmin])
  expect(Object.fromEntries(flags)).toEqual({ [email]: false, [PRIMARY_OWNER]: true })
})

const lookUp = (code: string) => asOwner(lookUpCopy, { body: { code } })
const newestEntry = async () => {
  const { json } = await asOwner(route, { query: { limit: '1' } })
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
