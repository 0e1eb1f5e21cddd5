import * as fc from 'fast-check'
import { claimSession, clearSession, readSession, renewSession } from '#shared/contract/session.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { COSTLY_RUNS, isLongRun } from '#shared/test-support/runs.ts'
import { createBrowser, renamed } from '../test-support/browser.ts'
import { setClock } from '../test-support/clock.ts'
import { leaseFixture, storeUser } from '../test-support/people.ts'
import { startSite } from '../test-support/site.ts'

// One live session per account, through the deployed session function and the table's emulator.

const ROUNDS = isLongRun ? 200 : 2
const LONGEST_TEST_MS = isLongRun ? 900_000 : 240_000
const DEVICES = 50
const LEASE_MS = 60_000
const START = new Date('2026-03-01T10:00:00.000Z')

const site = await startSite()
site.store.bypassProxy()
afterEach(() => setClock(null))
afterAll(() => site.stop())

test(
  `gives the session to exactly one of ${DEVICES} devices that claim it at once`,
  async () => {
    const browsers = Array.from({ length: DEVICES }, createBrowser)
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await storeUser(site.store.table, { lease: null })
      const token = site.userPool.token(id)
      // Each round has its own address, since throttles count by address.
      const headers = { 'cloudfront-viewer-address': `10.0.0.${round}:443` }
      const claims = await Promise.all(
        browsers.map((browser) => site.call(claimSession, { token, headers, browser, body: {} })),
      )
      const winner = claims.findIndex(({ status }) => status === 200)
      const others = claims.filter(({ status }, index) => status === 200 && index !== winner)
      const refused = claims.filter(({ json }) => json.code === 'SESSION_ALREADY_ACTIVE')
      expect({ others: others.length, refused: refused.length }).toEqual({ others: 0, refused: DEVICES - 1 })
      const sessionId = String(claims[winner]?.json.sessionId)
      const reads = browsers.map((browser) => site.call(readSession, { token, sessionId, browser }))
      const reading = (await Promise.all(reads)).flatMap(({ status }, index) =>
        status === 200 ? [index] : [],
      )
      expect(reading).toEqual([winner])
    }
  },
  LONGEST_TEST_MS,
)

test.each([
  { idle: 0, status: 409, answer: { retryAfterSeconds: 60 } },
  { idle: 30.5, status: 409, answer: { retryAfterSeconds: 30 } },
  { idle: 59.999, status: 409, answer: { retryAfterSeconds: 1 } },
  { idle: 60, status: 200, answer: { reused: false } },
  { idle: 60.001, status: 200, answer: { reused: false } },
])(
  'answers $status to a claim against the session of another device that is idle for $idle s',
  async ({ idle, status, answer }) => {
    const lastActive = new Date(START.getTime() - idle * 1000).toISOString()
    const [holder, browser] = [createBrowser(), createBrowser()]
    const { id, lease } = await storeUser(site.store.table, {
      lease: { ...leaseFixture(new Date(lastActive)), thumbprint: holder.thumbprint },
    })
    setClock(START)
    const token = site.userPool.token(id)
    const claimed = await site.call(claimSession, { token, browser, body: {} })
    expect(claimed).toMatchObject({ status, json: answer })
    // The other device is refused exactly when this one is admitted.
    const held = await site.call(readSession, { token, sessionId: lease?.id, browser: holder })
    expect(held.status).toBe(status === 200 ? 403 : 200)
  },
)

/** Actions of three devices, in any order and after any pause. The third has the first one's key under another name. */
const histories = fc.array(
  fc.record({
    wait: fc.constantFrom(0, 1, 30_000, 59_999, 60_000, 60_001, 3_600_000, 50_000_000),
    device: fc.nat({ max: 2 }),
    action: fc.constantFrom('claim', 'renew', 'clear'),
  }),
  { maxLength: 16 },
)

test(
  'never has two live sessions nor too many changes of browser, whatever three devices do in whatever order',
  async () => {
    await fc.assert(
      fc.asyncProperty(histories, async (history) => {
        const model = createModel()
        const devices = await createDevices()
        let time = START.getTime()
        for (const { wait, device, action } of history) {
          time += wait
          setClock(new Date(time))
          const answered = await devices[action](device)
          const live = await devices.listLive()
          expect({ answered, live, changes: await devices.countChanges() }).toEqual({
            answered: model[action](device, time),
            live: model.listLive(time),
            changes: model.countChanges(),
          })
        }
      }),
      COSTLY_RUNS,
    )
  },
  LONGEST_TEST_MS,
)

const CHANGES_PER_DAY = 12
/** Changes of other browsers earlier on the first day. */
const EARLIER = { day: moroccanDay(START), count: 9 }

const keyOf = (device: number) => device % 2

/** Creates a model of one account, without a table. */
function createModel() {
  let held: { device: number; lastActive: number } | null = null
  let last: number | null = null
  let changes: { day: string; count: number } = EARLIER
  return {
    countChanges: () => changes.count,
    listLive: (at: number) => (held && at - held.lastActive < LEASE_MS ? [held.device] : []),
    claim(device: number, at: number): number {
      if (last !== device) {
        const day = moroccanDay(new Date(at))
        const next = { day, count: day === changes.day ? changes.count + 1 : 1 }
        if (next.count > CHANGES_PER_DAY) return 429
        if (held && at - held.lastActive < LEASE_MS && keyOf(held.device) !== keyOf(device)) return 409
        changes = next
      }
      last = device
      held = { device, lastActive: at }
      return 200
    },
    renew(device: number, at: number): number {
      if (held?.device !== device) return 403
      held = { device, lastActive: at }
      return 200
    },
    clear(device: number): number {
      if (held?.device === device) held = null
      return 204
    },
  }
}

async function createDevices() {
  const deviceChanges = { holder: 'an earlier one', browser: '', ...EARLIER }
  const { id } = await storeUser(site.store.table, { lease: null, deviceChanges })
  const tokens = [0, 1, 2].map(() => site.userPool.token(id))
  const sessionIds: (string | undefined)[] = []
  const [first, second] = [createBrowser(), createBrowser()]
  const browsers = [first, second, renamed(first)]
  const as = (device: number) => ({
    token: tokens[device],
    sessionId: sessionIds[device],
    browser: browsers[device] ?? null,
  })
  return {
    async claim(device: number): Promise<number> {
      const { status, json } = await site.call(claimSession, {
        ...as(device),
        body: { sessionId: sessionIds[device] },
      })
      if (status === 200) sessionIds[device] = String(json.sessionId)
      return status
    },
    renew: async (device: number) => (await site.call(renewSession, as(device))).status,
    /** Signs out and in again. A copy of the old sign-in cannot claim. */
    async clear(device: number): Promise<number> {
      const copied = as(device)
      const wasHeld = (await site.call(readSession, copied)).status === 200
      const { status } = await site.call(clearSession, copied)
      tokens[device] = site.userPool.token(id)
      if (wasHeld) expect((await site.call(claimSession, { ...copied, body: {} })).status).toBe(401)
      return status
    },
    countChanges: async () => (await site.stores.users.find(id))?.deviceChanges?.count,
    async listLive(): Promise<number[]> {
      const reads = await Promise.all([0, 1, 2].map((device) => site.call(readSession, as(device))))
      return reads.flatMap(({ status }, device) => (status === 200 ? [device] : []))
    },
  }
}
