import * as v from 'valibot'
import { listActivity, listAudit as route } from '#shared/contract/admin/security.ts'
import { listUsers } from '#shared/contract/admin/users.ts'
import type { ActivityItem } from '#shared/entities/audit-entry.ts'
import { type AuditSearch, createAuditLog } from '../../data/audit.ts'
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
  const refusals = { show: () => Promise.resolve([]) }
  await listAudit({ audit: { listNewest }, refusals }, v.parse(query, asked))
  return searches[0] ?? {}
}

test.each<[object, AuditSearch]>([
  [{ actor: ' Owner@Exemple.Test ' }, { actor: 'owner@exemple.test' }],
  [
    { actor: 'SYSTEM', target: 'GET /api/admin/users' },
    { actor: 'SYSTEM', target: 'GET /api/admin/users' },
  ],
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
  const change = {
    action: 'UPDATE_PREMIUM',
    target: 'eleve@exemple.test',
    before: null,
    after: null,
  } as const
  const actor = { type: 'admin', email: PRIMARY_OWNER } as const
  await createAuditLog(site.store.table).record(auditEntry(actor, new Date(), change))
  const { items } = (await asOwner(listActivity)).json
  const flags = (items as ActivityItem[]).map((each) => [each.adminEmail, each.isLegitimateAdmin])
  expect(Object.fromEntries(flags)).toEqual({ [email]: false, [PRIMARY_OWNER]: true })
})
