import { randomUUID } from 'node:crypto'
import * as fc from 'fast-check'
import { claimSession, clearSession, readSession, renewSession } from '#shared/contract/session.ts'
import { setClock } from './clock.ts'
import type { Answer } from './gateway.ts'
import { storeUser } from './people.ts'
import type { Site } from './site.ts'

// Bar R1, played through the session function as it is deployed, on the real table emulator: the tests and
// `npm run test:faults` count what they find here.

const now = new Date('2026-03-01T10:00:00.000Z')

/** How many devices claim at once. */
export const DEVICES = 50

/** How one round ended. */
export type Round = {
  won: number
  /** With the documented code. */
  refused: number
  /** Whether the winner holds what it was given. */
  isHeld: boolean
}

/** All devices of one account claim its session at once. @param round its number, less than 65,536 */
export async function claimAtOnce(site: Site, round: number): Promise<Round> {
  const { id } = await storeUser(site.store.table, { lease: null })
  const token = site.userPool.token(id)
  // Each round comes from a school of its own: the throttle counts by address.
  const headers = { 'cloudfront-viewer-address': `10.0.${round >> 8}.${round & 255}:443` }
  const claims = await Promise.all(
    Array.from({ length: DEVICES }, () => site.call(claimSession, { token, headers, body: {} })),
  )
  const won = claims.filter(({ status }) => status === 200)
  const refused = claims.filter(
    ({ status, json }) => status === 409 && json.code === 'SESSION_ALREADY_ACTIVE',
  )
  const sessionId = String(won[0]?.json.sessionId)
  const held = await site.call(readSession, { token, sessionId })
  return { won: won.length, refused: refused.length, isHeld: held.status === 200 }
}

/** What a claim against another's idle session is answered. `left`: seconds until it may be tried again. */
export type Boundary = { idle: number; status: 200 | 409; left: number | null }

export const BOUNDARIES: readonly Boundary[] = [
  { idle: 0, status: 409, left: 60 },
  { idle: 30.5, status: 409, left: 30 },
  { idle: 59.999, status: 409, left: 1 },
  { idle: 60, status: 200, left: null },
  { idle: 60.001, status: 200, left: null },
]

/**
 * Claims against a session that has been idle for so many seconds by the server's clock.
 * @returns the answer, and what whoever held it is answered then
 */
export async function claimAfter(site: Site, idle: number): Promise<{ claimed: Answer; held: Answer }> {
  const lastActive = new Date(now.getTime() - idle * 1000).toISOString()
  const { id, lease: session } = await storeUser(site.store.table, {
    lease: { id: randomUUID(), lastActive },
  })
  setClock(now)
  const token = site.userPool.token(id)
  const claimed = await site.call(claimSession, { token, body: {} })
  return { claimed, held: await site.call(readSession, { token, sessionId: session?.id }) }
}

/** What three devices do, in any order and after any pause. */
export const histories = fc.array(
  fc.record({
    /** Milliseconds since the step before. */
    wait: fc.constantFrom(0, 1, 30_000, 59_999, 60_000, 60_001, 3_600_000),
    device: fc.nat({ max: 2 }),
    action: fc.constantFrom('claim', 'renew', 'clear'),
  }),
  { maxLength: 12 },
)
export type History = typeof histories extends fc.Arbitrary<infer H> ? H : never

/**
 * Plays a history on an account of its own, beside the rule.
 * @returns null, or the first step at which answers or live sessions differ from what the rule says
 */
export async function playHistory(site: Site, history: History): Promise<string | null> {
  const model = account()
  const devices = await threeDevices(site)
  let time = now.getTime()
  for (const [index, { wait, device, action }] of history.entries()) {
    time += wait
    setClock(new Date(time))
    const answered = await devices[action](device)
    const live = await devices.live()
    const expected = { answered: model[action](device, time), live: model.live(time) }
    const found = JSON.stringify({ answered, live })
    if (found !== JSON.stringify(expected))
      return `step ${index + 1}, ${action} by ${device}: ${found} instead of ${JSON.stringify(expected)}`
  }
  return null
}

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

/** Three devices of one account, each with its sign-in and the session it was given last; actions answer their status. */
async function threeDevices(site: Site) {
  const { id } = await storeUser(site.store.table, { lease: null })
  const tokens = [0, 1, 2].map(() => site.userPool.token(id))
  const own: (string | undefined)[] = []
  const as = (device: number) => ({ token: tokens[device], sessionId: own[device] })
  return {
    async claim(device: number): Promise<number> {
      const { token, sessionId } = as(device)
      const { status, json } = await site.call(claimSession, { token, body: { sessionId } })
      if (status === 200) own[device] = String(json.sessionId)
      return status
    },
    renew: async (device: number) => (await site.call(renewSession, as(device))).status,
    /** Signs out; whoever comes back signs in anew, and what was copied before is worth nothing. */
    async clear(device: number): Promise<number> {
      const copied = as(device)
      const held = (await site.call(readSession, copied)).status === 200
      const { status } = await site.call(clearSession, copied)
      tokens[device] = site.userPool.token(id)
      if (held && (await site.call(claimSession, { ...copied, body: {} })).status !== 401)
        throw new Error('A sign-in that is over still claims')
      return status
    },
    async live(): Promise<number[]> {
      const reads = await Promise.all([0, 1, 2].map((device) => site.call(readSession, as(device))))
      return reads.flatMap(({ status }, device) => (status === 200 ? [device] : []))
    },
  }
}
