import { getTicket } from '#shared/contract/files.ts'
import type { User } from '#shared/entities/user.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture } from '../test-support/content.ts'
import { PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

let site: Site
const resources = Array.from({ length: 130 }, (_, index) => resourceFixture({ title: `Document ${index}` }))
const free = resourceFixture({ isFree: true })
beforeAll(async () => {
  site = await startSite()
  site.store.bypassProxy()
  await site.stores.resources.putAll([...resources, free])
})
afterEach(() => setClock(null))
afterAll(() => site.stop())

const START = new Date('2025-11-22T20:00:00.500Z')
const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000)

async function open(user: User, id: string, at: Date, headers: Record<string, string> = {}) {
  setClock(at)
  return site.call(getTicket, { ...site.as(user), params: { id }, headers })
}

async function keep(user: User, id: string, at: Date) {
  setClock(at)
  return site.call(getTicket, { ...site.as(user), params: { id }, query: { disposition: 'attachment' } })
}
const idAt = (index: number) => resources[index]?.id ?? ''

async function openFirst({ id }: User, count: number): Promise<void> {
  const call = { counter: 'f', perMinute: count, documentsPerDay: null, network: 'n', browser: 'b' } as const
  const days = site.stores.accountDays
  for (let index = 0; index < count; index += 1)
    await days.countCall(id, START, { ...call, document: idAt(index) })
}

test('refuses the 121st document of a day until midnight in Morocco, and renews the others', async () => {
  const user = await storeUser(site.store.table, { isPremium: true })
  await openFirst(user, 119)
  expect((await open(user, idAt(119), later(1))).status).toBe(200)
  const refused = await open(user, idAt(120), later(60))
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '7200' },
    json: {
      code: 'DAILY_ALLOWANCE_REACHED',
      detail: "Vous avez atteint le nombre de documents prévu pour aujourd'hui. L'accès reprend demain.",
      retryAfterSeconds: 7_200,
    },
  })
  expect((await open(user, idAt(3), later(60))).status).toBe(200)
  expect((await open(user, free.id, later(60))).status).toBe(200)
  expect((await open(user, idAt(121), later(179))).status).toBe(429)
  expect((await open(user, idAt(121), later(180))).status).toBe(200)
})

test('keeping sixty documents at once is ordinary, and asking for more than 120 is refused and listed', async () => {
  const user = await storeUser(site.store.table, { isPremium: true })
  const watched = () => site.stores.accountDays.listWatched('2025-11-22', 100)
  // A day's reading comes before the documents that are kept.
  for (let index = 0; index < 20; index += 1) await open(user, idAt(index), START)
  for (let index = 20; index < 80; index += 1)
    expect((await keep(user, idAt(index), later(1))).status).toBe(200)
  expect(await watched()).not.toContain(user.id)
  expect((await keep(user, idAt(80), later(1))).status).toBe(429)
  for (let index = 80; index < 120; index += 1)
    expect((await keep(user, idAt(index), later(2))).status).toBe(200)
  expect(await watched()).toContain(user.id)
  expect((await keep(user, idAt(120), later(3))).json).toMatchObject({ code: 'DAILY_ALLOWANCE_REACHED' })
})

test.each([
  ['an owner', { email: PRIMARY_OWNER, isAdmin: true }],
  ['an admin', { isAdmin: true }],
])('does not limit %s', async (_, changes) => {
  const user = await storeUser(site.store.table, changes)
  await openFirst(user, 120)
  expect((await open(user, idAt(120), later(1))).status).toBe(200)
})

test('stores networks and browsers of the day, and lists a day that reaches a threshold', async () => {
  // The id is fixed, since eight networks have two equal digests in one of 150 accounts.
  const user = await storeUser(site.store.table, {
    id: 'a0000000-0000-4000-8000-000000000001',
    isPremium: true,
  })
  const days = site.stores.accountDays
  const from = (address: string) => ({
    'cloudfront-viewer-address': `${address}:443`,
    'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0',
  })
  for (let index = 0; index < 7; index += 1) await open(user, idAt(0), START, from(`198.51.${index}.1`))
  await open(user, idAt(0), START, from('198.51.6.200'))
  expect(await days.listWatched('2025-11-22', 10)).not.toContain(user.id)
  await open(user, idAt(0), START, from('2001:db8:1:ffff::1'))
  const [day] = await days.listDays(user.id, '2025-11-22')
  expect(day).toMatchObject({ networks: 8, browsers: ['Firefox sur Linux'] })
  expect(await days.listWatched('2025-11-22', 10)).toContain(user.id)
})
