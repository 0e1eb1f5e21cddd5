import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { claimSession, clearSession, readSession, renewSession } from '#shared/contract/session.ts'
import { setClock } from '../test-support/clock.ts'
import type { Answer } from '../test-support/gateway.ts'
import { settle } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

// Bar R1: two devices never both hold an account. Everything goes through the session function as it is deployed.
const ROUNDS = Number(process.env.LEASE_ROUNDS ?? 50)
const DEVICES = 50

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterEach(() => setClock(null))
afterAll(() => site.stop())

const now = new Date('2026-03-01T10:00:00.000Z')

test(`of ${DEVICES} devices that claim at once, ${ROUNDS} times over, one holds the session`, async () => {
  for (let round = 0; round < ROUNDS; round += 1) {
    const { id } = await settle(site.store.table, { session: null })
    const token = site.userPool.token(id)
    // Each round comes from a school of its own: the throttle counts by address.
    const headers = { 'cloudfront-viewer-address': `10.0.${round >> 8}.${round & 255}:443` }
    const claims = await Promise.all(
      Array.from({ length: DEVICES }, () => site.call(claimSession, { token, headers, body: {} })),
    )
    const won = claims.filter(({ status }) => status === 200)
    const lost = claims.filter(({ json }) => json.code === 'SESSION_ALREADY_ACTIVE')
    expect([won.length, lost.length]).toEqual([1, DEVICES - 1])
    const sessionId = String(won[0]?.json.sessionId)
    expect((await site.call(readSession, { token, sessionId })).status).toBe(200)
  }
}, 600_000)

test.each([
  { idle: 0, status: 409, left: 60 },
  { idle: 30.5, status: 409, left: 30 },
  { idle: 59.999, status: 409, left: 1 },
  { idle: 60, status: 200 },
  { idle: 60.001, status: 200 },
])(
  "a claim against another's session idle for $idle s is answered $status",
  async ({ idle, status, left }) => {
    const lastActive = new Date(now.getTime() - idle * 1000).toISOString()
    const { id, session } = await settle(site.store.table, { session: { id: randomUUID(), lastActive } })
    setClock(now)
    const token = site.userPool.token(id)
    const claimed = await site.call(claimSession, { token, body: {} })
    expect(claimed).toMatchObject({
      status,
      json: left === undefined ? { reused: false } : { retryAfterSeconds: left },
    })
    // Whoever held it is out exactly when somebody else may come in.
    const held = await site.call(readSession, { token, sessionId: session?.id })
    expect(held.status).toBe(status === 200 ? 403 : 200)
  },
)

const steps = fc.array(
  fc.record({
    /** Milliseconds since the step before. */
    wait: fc.constantFrom(0, 1, 30_000, 59_999, 60_000, 60_001, 3_600_000),
    device: fc.nat({ max: 2 }),
    action: fc.constantFrom('claim', 'renew', 'clear'),
  }),
  { maxLength: 12 },
)

/** What the rule says of one account, in a few lines and without a table. */
function account() {
  let held: { device: number; lastActive: number } | null = null
  return {
    /** The devices whose session is live. */
    live: (at: number) => (held && at - held.lastActive < 60_000 ? [held.device] : []),
    claim(device: number, at: number): number {
      if (held && held.device !== device && at - held.lastActive < 60_000) return 409
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

/** Three devices of one account, each with the session it was given last. */
async function threeDevices() {
  const { id } = await settle(site.store.table, { session: null })
  const token = site.userPool.token(id)
  const own: (string | undefined)[] = []
  const as = (device: number) => ({ token, sessionId: own[device] })
  return {
    async claim(device: number): Promise<Answer> {
      const answer = await site.call(claimSession, { token, body: { sessionId: own[device] } })
      if (answer.status === 200) own[device] = String(answer.json.sessionId)
      return answer
    },
    renew: (device: number) => site.call(renewSession, as(device)),
    clear: (device: number) => site.call(clearSession, as(device)),
    async live(): Promise<number[]> {
      const reads = await Promise.all([0, 1, 2].map((device) => site.call(readSession, as(device))))
      return reads.flatMap(({ status }, device) => (status === 200 ? [device] : []))
    },
  }
}

test('whatever three devices do in whatever order, the session is where the rule says, and never in two places', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (history) => {
      const model = account()
      const devices = await threeDevices()
      let time = now.getTime()
      for (const { wait, device, action } of history) {
        time += wait
        setClock(new Date(time))
        expect((await devices[action](device)).status).toBe(model[action](device, time))
        expect(await devices.live()).toEqual(model.live(time))
      }
    }),
    { numRuns: 60 },
  )
}, 60_000)
