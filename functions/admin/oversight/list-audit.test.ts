import * as v from 'valibot'
import { listAudit as route } from '#shared/contract/admin/security.ts'
import type { AuditSearch } from '../../data/audit.ts'
import { listAudit } from './list-audit.ts'

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

test.each(['hier', '2025-02-31', '2025-13-01T00:00:00Z'])('rejects the time %s', (from) => {
  expect(v.is(query, { from })).toBe(false)
})
