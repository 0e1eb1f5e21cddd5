import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { type AuditSearch, auditEntry, createAuditLog, SYSTEM } from './audit.ts'
import { createRefusals } from './call-counts.ts'
import { actorKey, auditKey, refusalsId, refusalsKey } from './keys.ts'
import { readBatch } from './table/read.ts'

/** One entry for each millisecond from 1970 on; together they are longer than the answer of one query. */
const LONG_ENTRIES = 60

let store: TestTable
let audit: ReturnType<typeof createAuditLog>
type AuditPage = Awaited<ReturnType<typeof audit.listNewest>>
beforeAll(async () => {
  store = await startTable()
  store.bypassProxy()
  audit = createAuditLog(store.table)
  const long = { description: 'é'.repeat(7_000) }
  for (let index = 0; index < LONG_ENTRIES; index += 1) {
    const change = { action: 'UPDATE_RESOURCE', target: String(index), before: long, after: long } as const
    await audit.record(auditEntry(SYSTEM, new Date(index), change))
  }
})
afterAll(() => store.stop())

const beginning = Date.parse('2026-03-01T00:00:00Z')
const day = (index: number) => new Date(beginning + index * 86_400_000)

async function readAll(search: AuditSearch, limit: number, seen?: (page: AuditPage) => void) {
  const found: AuditEntry[] = []
  let cursor: string | undefined
  do {
    const page = await audit.listNewest({ ...search, limit, cursor })
    // A page may be empty only at the end.
    expect(page.items.length > 0 || page.nextCursor === null).toBe(true)
    seen?.(page)
    found.push(...page.items)
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return found
}

test('lists the log to its last entry, however long its entries are', async () => {
  const targets = (await readAll({ to: new Date(LONG_ENTRIES) }, 100)).map(({ target }) => target)
  expect(targets).toEqual(Array.from({ length: LONG_ENTRIES }, (_, index) => `${index}`).toReversed())
})

test.each([30, 1_095])('lets entries, counters and refused attempts expire after %d days', async (days) => {
  const table = { ...store.table, auditRetentionDays: days }
  const now = new Date('2026-03-01T00:00:00Z')
  const actor = { type: 'admin', email: `${days}@exemple.test` } as const
  const change = { action: 'UPDATE_PREMIUM', target: 'e@exemple.test', before: null, after: null } as const
  const entry = auditEntry(actor, now, change)
  await createAuditLog(table).record(entry)
  const route = 'GET /api/admin/users'
  await createRefusals(table).record({ actor, route, path: '/api/admin/users' }, now)
  const keys = [auditKey(entry), actorKey(actor), refusalsKey(refusalsId({ actor, route, minute: now }))]
  const items = await readBatch(table, keys)
  const end = now.getTime() / 1_000 + days * 86_400
  expect(items.map(({ expiresAt }) => expiresAt)).toEqual([end, end, end])
})

describe('a search', () => {
  const who = { type: 'admin', email: 'o@exemple.test' } as const
  const kinds = [
    { actor: SYSTEM, action: 'CREATE_USER', target: 'a@exemple.test' },
    { actor: who, action: 'UPDATE_PREMIUM', target: 'a@exemple.test' },
    { actor: who, action: 'UPDATE_PREMIUM', target: 'b@exemple.test' },
    { actor: who, action: 'DELETE_SUBJECT', target: 'sm-2023-normale' },
  ] as const
  const DAYS = 40
  let entries: AuditEntry[]
  beforeAll(async () => {
    entries = Array.from({ length: DAYS }, (_, index) => {
      const { actor, ...change } = kinds[index % kinds.length] as (typeof kinds)[number]
      return auditEntry(actor, day(index), { ...change, before: null, after: null })
    }).toReversed()
    await Promise.all(entries.map((entry) => audit.record(entry)))
  })

  test.each<[string, AuditSearch, (entry: AuditEntry) => boolean]>([
    ['the system', { actor: 'SYSTEM' }, ({ actor }) => actor.type === 'system'],
    ['an address', { actor: who.email }, ({ actor }) => actor.type === 'admin'],
    ['an action', { action: 'DELETE_SUBJECT' }, ({ action }) => action === 'DELETE_SUBJECT'],
    ['a target', { target: 'a@exemple.test' }, ({ target }) => target === 'a@exemple.test'],
    [
      'several at once',
      { actor: who.email, action: 'UPDATE_PREMIUM', target: 'a@exemple.test', from: day(9) },
      ({ action, target, createdAt }) =>
        action === 'UPDATE_PREMIUM' && target === 'a@exemple.test' && createdAt >= day(9).toISOString(),
    ],
    ['nothing that is there', { action: 'CREATE_OWNER' }, () => false],
    [
      'a time, both ends included',
      { from: day(3), to: day(7) },
      ({ createdAt }) => createdAt >= day(3).toISOString() && createdAt <= day(7).toISOString(),
    ],
    ['a time that ends before it begins', { from: day(7), to: day(3) }, () => false],
  ])('finds %s, page by page', async (_, search, matches) => {
    const sought = { from: day(0), ...search }
    expect(await readAll(sought, 3)).toEqual(entries.filter(matches))
    expect(await readAll(sought, 100)).toEqual(entries.filter(matches))
  })
})
