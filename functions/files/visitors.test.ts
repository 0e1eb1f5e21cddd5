import { getTicket } from '#shared/contract/files.ts'
import { setClock } from '../test-support/clock.ts'
import { resourceFixture } from '../test-support/content.ts'
import type { Answer, Call } from '../test-support/gateway.ts'
import { leaseFixture, storeUser } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { setCount } from '../test-support/table.ts'

const HOUR = new Date('2026-03-01T10:00:00.000Z')
const NOW = new Date('2026-03-01T10:35:12.300Z')
const ROUTE = 'GET /api/files/{id}'

let site: Site
const video = resourceFixture({ isFree: true, type: 'video' })
beforeAll(async () => {
  site = await startSite()
  await site.stores.resources.putAll([video])
})
beforeEach(() => setClock(NOW))
afterEach(() => setClock(null))
afterAll(() => site.stop())

const open = (address: string, call: Call = {}): Promise<Answer> =>
  site.call(getTicket, {
    ...call,
    params: { id: video.id },
    headers: { 'cloudfront-viewer-address': `${address}:50000` },
  })

const cookieOf = ({ cookies }: Answer) => cookies[0]?.split(';')[0] ?? ''

const openAgain = (address: string, last: Answer): Promise<Answer> =>
  open(address, { cookies: [cookieOf(last)] })

const setTickets = (kind: 'address' | 'browser', name: string, count: number) =>
  setCount(site.store.table, { kind, name, route: ROUTE }, HOUR, count)

/** Returns the last answer of a browser with so many tickets within the hour. */
async function browserWith(tickets: number, address: string): Promise<Answer> {
  const first = await open(address)
  await setTickets('browser', cookieOf(first).split('=')[1] ?? '', tickets)
  return first
}

test('limits one browser to 120 tickets within an hour, without limiting others at its address', async () => {
  const first = await browserWith(119, '10.1.0.1')
  expect((await openAgain('10.1.0.1', first)).status).toBe(200)
  const refused = await openAgain('10.1.0.1', first)
  expect(refused).toMatchObject({
    status: 429,
    headers: { 'retry-after': '1488' },
    json: {
      code: 'TOO_MANY_REQUESTS',
      detail:
        'Beaucoup de documents gratuits ont été ouverts avec ce navigateur ou depuis ce réseau. Réessayez dans 25 minutes, ou connectez-vous.',
      retryAfterSeconds: 1_488,
    },
  })
  // It is the same browser in another network.
  expect((await openAgain('10.1.0.2', first)).status).toBe(429)
  expect((await open('10.1.0.1')).status).toBe(200)
  setClock(new Date('2026-03-01T10:59:59.999Z'))
  expect((await openAgain('10.1.0.1', first)).json).toMatchObject({
    detail: expect.stringContaining('Réessayez dans une seconde, '),
    retryAfterSeconds: 1,
  })
  setClock(new Date('2026-03-01T11:00:00.000Z'))
  expect((await openAgain('10.1.0.1', first)).status).toBe(200)
})

test('does not count the refusals of a browser against its address', async () => {
  const first = await browserWith(120, '10.2.0.1')
  await setTickets('address', '10.2.0.1', 11_998)
  for (let refused = 0; refused < 5; refused += 1)
    expect((await openAgain('10.2.0.1', first)).status).toBe(429)
  expect((await open('10.2.0.1')).status).toBe(200)
})

describe('at a network address with 12,000 tickets', () => {
  beforeAll(() => setTickets('address', '10.3.0.1', 12_000))

  test.each([
    { who: 'a program without cookies', call: {} },
    { who: 'a program that makes up cookies', call: { cookies: [`__Host-lecteur=${'x'.repeat(43)}`] } },
  ])('refuses $who', async ({ call }) => {
    expect((await open('10.3.0.1', call)).json.code).toBe('TOO_MANY_REQUESTS')
  })

  test('opens documents for a student with an account, and at other addresses', async () => {
    expect((await open('10.3.0.2')).status).toBe(200)
    const student = await storeUser(site.store.table, { lease: leaseFixture(NOW) })
    expect((await open('10.3.0.1', site.as(student))).status).toBe(200)
  })
})
