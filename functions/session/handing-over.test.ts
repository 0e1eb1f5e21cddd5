import { claimSession, clearSession, readSession, renewSession } from '#shared/contract/session.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { type Browser, createBrowser, renamed } from '../test-support/browser.ts'
import { setClock } from '../test-support/clock.ts'
import { PRIMARY_OWNER, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

// The limits of changes of browser, through the session function and the table's emulator.

const PER_DAY = 12

const site = await startSite()
afterEach(() => setClock(null))
afterAll(() => site.stop())

type Person = { browser: Browser; token: string }

async function claim({ browser, token }: Person, headers: Record<string, string> = {}) {
  const { status, json } = await site.call(claimSession, { browser, token, headers, body: {} })
  return { status, code: json.code, retryAfter: json.retryAfterSeconds, sessionId: String(json.sessionId) }
}

/** Claims and signs out again. @returns the status of the claim */
async function visit(person: Person): Promise<number> {
  const { status, sessionId } = await claim(person)
  if (status === 200) await site.call(clearSession, { ...person, sessionId })
  return status
}

const signIn = (id: string, browser: Browser): Person => ({ browser, token: site.userPool.token(id) })

const stored = async (id: string) => (await site.stores.users.find(id))?.deviceChanges ?? null

async function storedChanges(id: string): Promise<number> {
  const changes = await stored(id)
  const [day] = await site.stores.accountDays.listDays(id, changes?.day ?? '')
  expect(day?.deviceChanges ?? 0).toBe(changes?.count)
  return changes?.count ?? 0
}

/** Lets two browsers alternate with new sign-ins until so many changes were made. */
async function takeTurns(id: string, browsers: readonly [Browser, Browser], changes: number): Promise<void> {
  for (let visits = 0; visits <= changes; visits += 1)
    expect(await visit(signIn(id, browsers[visits % 2] as Browser))).toBe(200)
}

test('refuses two people who alternate claims and sign-outs with the same two tokens, at their second turn', async () => {
  const { id } = await storeUser(site.store.table, { lease: null })
  const [one, other] = [signIn(id, createBrowser()), signIn(id, createBrowser())]
  expect([await visit(one), await visit(other), await visit(one), await visit(other)]).toEqual([
    200, 200, 401, 401,
  ])
})

test(`refuses the change after ${PER_DAY} of a day, but not the browser that claimed last`, async () => {
  const { id } = await storeUser(site.store.table, { lease: null })
  const browsers = [createBrowser(), createBrowser()] as const
  setClock(new Date('2026-03-01T10:00:00.000Z'))
  await takeTurns(id, browsers, PER_DAY)
  expect(await storedChanges(id)).toBe(PER_DAY)
  const [last, other] = browsers
  for (const browser of [other, createBrowser()]) {
    const refused = await site.call(claimSession, { ...signIn(id, browser), body: {} })
    expect(refused).toMatchObject({
      status: 429,
      // Morocco is at UTC during Ramadan.
      headers: { 'retry-after': String(14 * 3_600) },
      json: {
        code: 'DEVICE_CHANGES_EXCEEDED',
        detail:
          "Votre compte a changé d'appareil trop souvent aujourd'hui. Réessayez demain ou contactez-nous.",
        retryAfterSeconds: 14 * 3_600,
      },
    })
  }
  for (let times = 0; times < 3; times += 1) expect(await visit(signIn(id, last))).toBe(200)
  expect(await storedChanges(id)).toBe(PER_DAY)
})

/** Returns changes that an account made earlier today, with other browsers than those of the test. */
const earlierChanges = (count: number, at = new Date()) => ({
  holder: createBrowser().thumbprint,
  browser: '',
  day: moroccanDay(at),
  count,
})

test('counts from 0 again after midnight in Morocco', async () => {
  const before = new Date('2026-01-20T22:59:59.999Z')
  const { id } = await storeUser(site.store.table, {
    lease: null,
    deviceChanges: earlierChanges(PER_DAY, before),
  })
  setClock(before)
  const person = signIn(id, createBrowser())
  expect(await claim(person)).toMatchObject({ status: 429, retryAfter: 1 })
  setClock(new Date('2026-01-20T23:00:00.000Z'))
  expect(await visit(person)).toBe(200)
  expect(await storedChanges(id)).toBe(1)
})

test.each([
  { who: 'an owner', changes: { isAdmin: true, email: PRIMARY_OWNER } },
  { who: 'an admin', changes: { isAdmin: true } },
])('counts but does not limit $who', async ({ changes }) => {
  const deviceChanges = earlierChanges(PER_DAY)
  const { id } = await storeUser(site.store.table, { lease: null, deviceChanges, ...changes })
  await takeTurns(id, [createBrowser(), createBrowser()], 1)
  expect((await stored(id))?.count).toBe(PER_DAY + 2)
})

test('one key in two browsers is refused to the browser that did not claim last, and counts as a change at each claim of the other one', async () => {
  const deviceChanges = earlierChanges(PER_DAY - 4)
  const { id } = await storeUser(site.store.table, { lease: null, deviceChanges })
  const browser = createBrowser()
  const [holder, copy] = [signIn(id, browser), signIn(id, renamed(browser))]
  let last = { ...holder, sessionId: (await claim(holder)).sessionId }
  for (let changes = PER_DAY - 2; changes <= PER_DAY; changes += 1) {
    const next = last.browser === holder.browser ? copy : holder
    for (const route of [readSession, renewSession, clearSession])
      expect((await site.call(route, { ...last, browser: next.browser })).json.code).toBe('SESSION_INACTIVE')
    const claimed = await claim(next)
    expect(claimed.status).toBe(200)
    expect((await site.call(renewSession, last)).json.code).toBe('SESSION_INACTIVE')
    expect((await stored(id))?.count).toBe(changes)
    last = { ...next, sessionId: claimed.sessionId }
  }
  expect(await claim(holder)).toMatchObject({ status: 429, code: 'DEVICE_CHANGES_EXCEEDED' })
  expect((await site.call(renewSession, last)).status).toBe(200)
})

const [WIFI, MOBILE_DATA] = ['198.51.100.7:443', '203.0.113.7:443']
const from = (address: string) => ({ 'cloudfront-viewer-address': address })
// The day and the accounts are fixed, since the two networks have equal digests for one of 64 accounts on a day.
const start = new Date('2026-03-10T12:00:00.000Z')
const accountAt = (index: number) => `a0000000-0000-4000-8000-00000000000${index}`

async function beat(id: string, networks: readonly string[]): Promise<void> {
  await storeUser(site.store.table, { id, lease: null })
  setClock(start)
  const phone = signIn(id, createBrowser())
  const { sessionId } = await claim(phone, from(networks[0] ?? ''))
  for (const [index, network] of networks.entries()) {
    setClock(new Date(start.getTime() + index * 30_000))
    const call = { ...phone, sessionId, headers: from(network) }
    expect((await site.call(renewSession, call)).status).toBe(200)
  }
}

const seldom = [WIFI, WIFI, MOBILE_DATA, MOBILE_DATA, WIFI, MOBILE_DATA, WIFI]
test.each([
  { what: 'is one browser', networks: seldom, isShown: false },
  {
    what: 'is shown to the owner, but not refused, when it changes more than six times within ten minutes',
    networks: Array.from({ length: 8 }, () => [WIFI, MOBILE_DATA]).flat(),
    isShown: true,
  },
])('a phone between wifi and mobile data $what', async ({ networks, isShown }) => {
  const id = accountAt(isShown ? 2 : 1)
  await beat(id, networks)
  expect(await storedChanges(id)).toBe(0)
  const days = await site.stores.accountDays.listDays(id, '2026-01-01')
  expect(days).toMatchObject([{ networksAlternate: isShown, standsOut: isShown }])
})

test('does not count a refused claim, which leaves the session to its browser', async () => {
  const { id } = await storeUser(site.store.table, { lease: null })
  const holder = signIn(id, createBrowser())
  const { sessionId } = await claim(holder)
  for (let times = 0; times < 3; times += 1)
    expect((await claim(signIn(id, createBrowser()))).status).toBe(409)
  expect(await storedChanges(id)).toBe(0)
  expect((await site.call(readSession, { ...holder, sessionId })).status).toBe(200)
})
