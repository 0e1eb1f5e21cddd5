import { startTable, type TestTable } from '../test-support/table.ts'
import { createAuditLog } from './audit.ts'
import { auditEntry, SYSTEM } from './audit-entry.ts'

let store: TestTable
beforeAll(async () => {
  store = await startTable()
})
afterAll(() => store.stop())

test('the log has no end before its last entry, however long its entries are', async () => {
  const audit = createAuditLog(store.table)
  const count = 120
  const long = { description: 'é'.repeat(7_000) }
  for (let index = 0; index < count; index += 1) {
    const change = { action: 'UPDATE_RESOURCE', target: String(index), before: long, after: long } as const
    await audit.record(auditEntry(SYSTEM, new Date(index), change))
  }
  const targets: string[] = []
  let cursor: string | undefined
  do {
    const page = await audit.listNewest({ limit: 100, cursor })
    targets.push(...page.items.map(({ target }) => target))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(targets).toEqual(Array.from({ length: count }, (_, index) => String(count - 1 - index)))
})
