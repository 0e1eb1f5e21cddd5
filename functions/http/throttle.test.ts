import type { Route, Throttle } from '#shared/contract/define-route.ts'
import { claimSession, readSession } from '#shared/contract/session.ts'
import { windowAt } from '../data/call-counts.ts'
import { accountDaysPartition, throttleKey } from '../data/keys.ts'
import { update } from '../data/table/write.ts'
import { setClock } from '../test-support/clock.ts'
import { type Answer, createEvent } from '../test-support/gateway.ts'
import { storeUser, userFixture } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'
import { readItems, setCount } from '../test-support/table.ts'
import { createApi } from './api.ts'
import { createThrottle } from './throttle.ts'
import { on } from './use-case.ts'

const MINUTE = new Date('2026-03-01T10:00:00.000Z')
const ADDRESSES = { kind: 'address', route: 'POST /api/session' } as const

const site = await startSite()
beforeEach(() => setClock(new Date('2026-03-01T10:00:12.300Z')))
afterEach(() => {
  setClock(null)
  site.store.failWith(() => undefined)
})
afterAll(() => site.stop())

async function claimFrom(address: string): Promise<Answer> {
  const { id } = await storeUser(site.store.table, { lease: null })
  return claim(id, address)
}

const claim = (id: string, address: string) =>
  site.call(claimSession, {
    token: site.userPool.token(id),
    headers: { 'cloudfront-viewer-address': `${address}:50000` },
    body: {},
  })

/** Sets the number of claims that an account made in this minute, of which it made one. */
async function setClaims(id: string, count: number): Promise<void> {
  const { table } = site.store
  const found = (await readItems(table)).find((item) => item.pk === accountDaysPartition(id))
  const { pk = '', sk = '' } = found ?? {}
  const [counter = ''] = Object.entries(found ?? {}).flatMap(([name, value]) => (value === 1 ? [name] : []))
  await update(table, { pk, sk }, { set: { [counter]: count } })
}

describe('the limits of a minute allow', () => {
  test('600 claims of one account: the 601st is answered 429 with the seconds left', async () => {
    const { id } = await storeUser(site.store.table, { lease: null })
    await claim(id, '10.1.0.1')
    await setClaims(id, 596)
    const claims = await Promise.all(Array.from({ length: 8 }, (_, index) => claim(id, `10.1.0.${index}`)))
    expect(claims.filter(({ status }) => status === 200)).toHaveLength(4)
    expect(claims.filter(({ status }) => status === 429)).toHaveLength(4)

    const refused = await claim(id, '10.2.0.1')
    expect(refused).toMatchObject({
      status: 429,
      headers: { 'retry-after': '48', 'content-type': 'application/problem+json; charset=utf-8' },
      json: {
        code: 'TOO_MANY_REQUESTS',
        detail: 'Trop de tentatives. Veuillez patienter avant de réessayer. Réessayez dans 48 secondes.',
        retryAfterSeconds: 48,
      },
    })
    expect((await claimFrom('10.2.0.1')).status).toBe(200)

    setClock(new Date('2026-03-01T10:00:59.999Z'))
    expect((await claim(id, '10.2.0.1')).json.retryAfterSeconds).toBe(1)
    setClock(new Date('2026-03-01T10:01:00.000Z'))
    expect((await claim(id, '10.2.0.1')).json.code).not.toBe('TOO_MANY_REQUESTS')
  })

  test('6,000 claims of one address, by any accounts; other addresses are not limited', async () => {
    await setCount(site.store.table, { ...ADDRESSES, name: '10.3.0.1' }, MINUTE, 5_999)
    expect((await claimFrom('10.3.0.1')).status).toBe(200)
    expect((await claimFrom('10.3.0.1')).json.code).toBe('TOO_MANY_REQUESTS')
    expect((await claimFrom('10.3.0.2')).status).toBe(200)
  })
})

test.each<{ limits: { account: number; address: number }; passes: number }>([
  { limits: { account: 3, address: 100 }, passes: 3 },
  { limits: { account: 100, address: 3 }, passes: 3 },
  { limits: { account: 2, address: 3 }, passes: 2 },
])('lets $passes of 20 concurrent calls pass under $limits', async ({ limits, passes }) => {
  const call = calls(limits, '2026-03-01T11:00:00.000Z')
  const { id } = userFixture()
  const address = `10.5.${limits.account}.${limits.address}`
  const refusals = await Promise.all(Array.from({ length: 20 }, () => call(id, address)))
  expect(refusals.filter((refusal) => refusal === null)).toHaveLength(passes)
})

test('does not count calls of an account over its limit against its address', async () => {
  const call = calls({ account: 2, address: 3 }, '2026-03-01T13:00:00.000Z')
  const { id } = userFixture()
  for (let times = 0; times < 10; times += 1) await call(id, '10.8.0.1')
  // Two of the ten calls were counted, so that this is the third and last one.
  const window = windowAt(new Date('2026-03-01T13:00:00.000Z'), 60_000)
  expect(await site.stores.throttles.countCall({ ...ADDRESSES, name: '10.8.0.1' }, window)).toBe(3)
  expect(await call(userFixture().id, '10.8.0.1')).toMatchObject({ code: 'TOO_MANY_REQUESTS' })
})

test('counts routes apart', async () => {
  const { id } = userFixture()
  const limits = { account: 1, address: 1 }
  const at = '2026-03-01T12:00:00.000Z'
  expect(await calls(limits, at)(id, '10.6.0.1')).toBeNull()
  expect(await calls(limits, at, '/api/session/activity')(id, '10.6.0.1')).toBeNull()
})

function calls(throttle: Throttle, at: string, path: Route['path'] = '/api/session') {
  const throttles = site.stores.throttles
  const limit = createThrottle({ throttles, clock: { now: () => new Date(at) } })
  return (userId: string, address: string): Promise<unknown> => {
    const route = { method: 'POST', path, access: 'token', throttle, capability: 'session' } as const
    const event = createEvent(route, { headers: { 'cloudfront-viewer-address': `${address}:1` } })
    return limit(route, { userId, email: null, isAdmin: false, examId: null, document: null }, event).then(
      () => null,
      (error: unknown) => error,
    )
  }
}

test('refuses calls while the table cannot count', async () => {
  const { id } = await storeUser(site.store.table, { lease: null })
  let counting = 0
  // The count and its repetitions fail; the claim itself would succeed.
  site.store.failWith((operation) => {
    counting += 1
    return operation === 'UpdateItem' && counting <= 3
      ? { status: 500, type: 'InternalServerError' }
      : undefined
  })
  expect((await claim(id, '10.7.0.1')).json.code).toBe('TEMPORARILY_UNAVAILABLE')
  expect(counting).toBe(3)
  site.store.failWith(() => undefined)
  expect((await claim(id, '10.7.0.1')).json.reused).toBe(false)
})

test('counts neither calls without a valid token nor routes without a limit', async () => {
  const user = await storeUser(site.store.table)
  site.store.operations.clear()
  await site.call(claimSession, { body: {} })
  expect(site.store.operations.list()).toEqual([])
  await site.call(readSession, { token: site.userPool.token(user.id), sessionId: user.lease?.id })
  expect(site.store.operations.list()).toEqual(['GetItem'])
})

test('a limit by account on a public route is rejected when the function starts', () => {
  const open = on({ ...claimSession, access: 'public' }, () => {
    throw new Error('not reached')
  })
  const deps = { originSecrets: [], throttle: () => Promise.resolve() }
  expect(() => createApi(deps, [open])).toThrow('needs an account')
})

test('stores neither address nor account in a key', () => {
  const { pk, sk } = throttleKey({ ...ADDRESSES, name: '198.51.100.7' }, MINUTE)
  expect(pk).toMatch(/^THROTTLE#address#[\w-]{22}$/)
  expect(sk).toBe('2026-03-01T10:00:00.000Z')
})
