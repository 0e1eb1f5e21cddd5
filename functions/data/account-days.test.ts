import { randomUUID } from 'node:crypto'
import { startTable, type TestTable } from '../test-support/table.ts'
import { type AccountCall, createAccountDays } from './account-days.ts'

let store: TestTable
let days: ReturnType<typeof createAccountDays>
beforeAll(async () => {
  store = await startTable()
  days = createAccountDays(store.table)
})
afterAll(() => store.stop())

const NOON = new Date('2025-11-22T12:00:00.000Z')
const after = (seconds: number, from = NOON) => new Date(from.getTime() + seconds * 1_000)

const callFor = (document: string | null, changes: Partial<AccountCall> = {}): AccountCall => ({
  counter: 'f',
  perMinute: 60,
  document,
  documentsPerDay: 120,
  network: 'net1',
  browser: 'Chrome sur Android',
  ...changes,
})

test('counts as many documents of a day as are allowed when more are opened at once', async () => {
  const id = randomUUID()
  const outcomes = await Promise.all(
    Array.from({ length: 60 }, (_, index) =>
      days.countCall(id, NOON, callFor(`d${index % 30}`, { documentsPerDay: 20 })),
    ),
  )
  // Each document is opened twice at once: both calls are counted or both are refused.
  expect(outcomes.filter(({ outcome }) => outcome === 'counted')).toHaveLength(40)
  expect(await days.listDays(id, '2025-11-22')).toMatchObject([{ documents: 20 }])
})

test('refuses calls above the limit of a minute without counting them', async () => {
  const id = randomUUID()
  const call = (at: Date) => days.countCall(id, at, callFor(null, { perMinute: 3 }))
  const outcomes = await Promise.all(Array.from({ length: 10 }, () => call(after(59))))
  expect(outcomes.map(({ outcome }) => outcome).toSorted()).toEqual([
    ...Array(3).fill('counted'),
    ...Array(7).fill('minute full'),
  ])
  expect(await call(after(60))).toMatchObject({ outcome: 'counted' })
})

test('counts networks, browsers and changes of browser of a day', async () => {
  const id = randomUUID()
  await days.countCall(id, NOON, callFor(null, { counter: 's' }))
  await days.countCall(id, NOON, callFor('a', { network: 'net2', browser: 'Safari sur iPhone' }))
  await days.countCall(id, NOON, callFor('a', { network: 'net2' }))
  await days.countDeviceChange(id, NOON)
  await days.countDeviceChange(id, NOON)
  const [day] = await days.listDays(id, '2025-11-22')
  expect({ ...day, browsers: day?.browsers.toSorted() }).toEqual({
    day: '2025-11-22',
    documents: 1,
    deviceChanges: 2,
    networks: 2,
    browsers: ['Chrome sur Android', 'Safari sur iPhone'],
    networksAlternate: false,
    standsOut: false,
  })
})

test('lists each account with watched days once', async () => {
  const [one, two, ignored] = [randomUUID(), randomUUID(), randomUUID()]
  for (const [id, at] of [
    [one, NOON],
    [one, after(86_400)],
    [two, after(2 * 86_400)],
    [ignored, NOON],
  ] as const) {
    const counted = await days.countCall(id, at, callFor('a'))
    if (id === ignored || counted.outcome !== 'counted') continue
    expect(counted.day.standsOut).toBe(false)
    await days.watch(id, counted.day.day)
    expect(await days.countCall(id, at, callFor('b'))).toMatchObject({ day: { standsOut: true } })
  }
  expect(await days.listWatched('2025-11-22', 100)).toEqual([two, one])
  expect(await days.listWatched('2025-11-24', 100)).toEqual([two])
  expect(await days.listWatched('2025-11-22', 1)).toEqual([two])
})
