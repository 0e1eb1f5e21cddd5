import { randomUUID } from 'node:crypto'
import type { Actor } from '#shared/entities/audit-entry.ts'
import { startTable, type TestTable } from '../test-support/table.ts'
import { createAuditLog } from './audit.ts'
import { auditEntry, SYSTEM } from './audit-entry.ts'
import { createAuditHistory, type MovedEntry } from './audit-history.ts'

let store: TestTable
beforeAll(async () => {
  store = await startTable()
})
afterAll(() => store.stop())

const actorOf = (name: string): Actor => ({ type: 'admin', email: `${name}@exemple.test` })
const change = { action: 'UPDATE_PREMIUM', target: 'x', before: null, after: null } as const

/** Entries of the past, a day after another. */
const past = (actor: Actor, count: number, values = {}): MovedEntry[] =>
  Array.from({ length: count }, (_, day) => ({
    ...auditEntry(actor, new Date(Date.UTC(2024, 0, 1 + day)), { ...change, after: values }),
    movedFrom: randomUUID(),
  }))

const add = (entries: readonly MovedEntry[]) => createAuditHistory(store.table).add(entries, () => undefined)
const activityOf = async (actor: Actor) =>
  (await createAuditLog(store.table).listActivity()).find(
    (each) => JSON.stringify(each.actor) === JSON.stringify(actor),
  )

test('entries of several actors are added in as few transactions as hold them, and counted', async () => {
  const [one, two] = [actorOf('un'), actorOf('deux')]
  const entries = [...past(one, 200), ...past(two, 3)]
  const told: number[] = []
  store.operations.clear()
  await createAuditHistory(store.table).add(entries, (done) => told.push(done))
  expect(store.operations.list().filter((each) => each === 'TransactWriteItems')).toHaveLength(4)
  expect(told.at(-1)).toBe(203)
  expect(await activityOf(one)).toMatchObject({
    count: 200,
    first: entries[0]?.createdAt,
    last: entries[199]?.createdAt,
  })
  expect(await activityOf(two)).toMatchObject({ count: 3 })
})

test('what is there is neither written nor counted again', async () => {
  const actor = actorOf('encore')
  const entries = past(actor, 5)
  await add(entries.slice(0, 2))
  expect(await createAuditHistory(store.table).listMissing([...entries, ...entries])).toHaveLength(6)
  await add(entries)
  await add(entries)
  expect(await activityOf(actor)).toMatchObject({ count: 5 })
})

test('an actor who acts today was first active in the past, and last today', async () => {
  const [entry] = past(SYSTEM, 1)
  const now = new Date('2026-01-01T00:00:00.000Z')
  await createAuditLog(store.table).record(auditEntry(SYSTEM, now, change))
  await add(entry ? [entry] : [])
  expect(await activityOf(SYSTEM)).toMatchObject({
    count: 2,
    first: entry?.createdAt,
    last: now.toISOString(),
  })
})

test('an actor who acts while his past is added is counted whole', async () => {
  const actor = actorOf('actif')
  const entries = past(actor, 100)
  const now = auditEntry(actor, new Date(), change)
  await Promise.all([add(entries), createAuditLog(store.table).record(now)])
  expect(await activityOf(actor)).toMatchObject({ count: 101, last: now.createdAt })
})

test('long entries are spread over more transactions', async () => {
  const actor = actorOf('long')
  await add(past(actor, 8, { text: 'x'.repeat(300_000) }))
  expect(await activityOf(actor)).toMatchObject({ count: 8 })
})
