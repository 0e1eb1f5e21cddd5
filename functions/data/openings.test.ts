import { startTable, type TestTable } from '../test-support/table.ts'
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
