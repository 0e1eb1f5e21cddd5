import { GetCommand } from '@aws-sdk/lib-dynamodb'
import { startTable, type TestTable } from '../test-support/table.ts'
import { openingsKey } from './keys.ts'
import { createOpenings, type Openings } from './openings.ts'

let store: TestTable
let openings: Openings
beforeAll(async () => {
  store = await startTable()
  openings = createOpenings(store.table)
})
afterAll(() => store.stop())

const NOW = new Date('2026-03-02T12:00:00.000Z')
const daysAgo = (count: number) => new Date(NOW.getTime() - count * 86_400_000)
const sums = async (days: number) => Object.fromEntries(await openings.sumLastDays(NOW, days))

test('sums the openings of the last days by document, also across months and years', async () => {
  for (const [id, ages] of [
    ['a', [0, 0, 6, 7, 29, 30, 364, 365]],
    ['b', [6, 364]],
    ['c', [365]],
  ] as const)
    for (const age of ages) await openings.count(id, daysAgo(age))
  expect(await sums(7)).toEqual({ a: 3, b: 1 })
  expect(await sums(30)).toEqual({ a: 5, b: 1 })
  expect(await sums(365)).toEqual({ a: 7, b: 2 })
})

test('counts by Moroccan day: 23:30 UTC is the next one', async () => {
  const lateInUtc = new Date('2026-05-05T23:30:00.000Z')
  await openings.count('late', lateInUtc)
  expect((await openings.sumLastDays(new Date('2026-05-06T00:30:00.000Z'), 1)).get('late')).toBe(1)
  expect((await openings.sumLastDays(new Date('2026-05-05T12:00:00.000Z'), 1)).get('late')).toBe(undefined)
})

test('counts openings at once, without those that were taken back', async () => {
  await Promise.all(Array.from({ length: 20 }, () => openings.count('busy', NOW)))
  await openings.count('refused', NOW)
  await openings.count('refused', NOW, -1)
  expect(await sums(1)).toMatchObject({ busy: 20 })
  expect(await sums(1)).not.toHaveProperty('refused')
})

test('costs one write unit, and is kept for 400 days after the month', async () => {
  store.operations.clear()
  await openings.count('one', NOW)
  expect([store.operations.list(), store.units()]).toEqual([['UpdateItem'], { read: 0, write: 1 }])
  const { client, name } = store.table
  const { Item } = await client.send(new GetCommand({ TableName: name, Key: openingsKey('2026-03', 'one') }))
  expect(new Date(Number(Item?.expiresAt) * 1_000).toISOString()).toBe('2027-05-02T00:00:00.000Z')
})
