import * as fc from 'fast-check'
import { setClock } from '../test-support/clock.ts'
import {
  BOUNDARIES,
  claimAfter,
  claimAtOnce,
  DEVICES,
  histories,
  playHistory,
} from '../test-support/one-session.ts'
import { type Site, startSite } from '../test-support/site.ts'

// Bar R1: two devices never both hold an account. The long form is `npm run test:faults -- --only lease --long`.
const ROUNDS = 10

let site: Site
beforeAll(async () => {
  site = await startSite()
})
afterEach(() => setClock(null))
afterAll(() => site.stop())

test(`of ${DEVICES} devices that claim at once, ${ROUNDS} times over, one holds the session`, async () => {
  for (let round = 0; round < ROUNDS; round += 1)
    expect(await claimAtOnce(site, round)).toEqual({ won: 1, refused: DEVICES - 1, isHeld: true })
}, 60_000)

test.each(BOUNDARIES)(
  "a claim against another's session idle for $idle s is answered $status",
  async ({ idle, status, left }) => {
    const { claimed, held } = await claimAfter(site, idle)
    expect(claimed).toMatchObject({
      status,
      json: left === null ? { reused: false } : { retryAfterSeconds: left },
    })
    // Whoever held it is out exactly when somebody else may come in.
    expect(held.status).toBe(status === 200 ? 403 : 200)
  },
)

test('whatever three devices do in whatever order, the session is where the rule says, and never in two places', async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      expect(await playHistory(site, history)).toBeNull()
    }),
    { numRuns: 60 },
  )
}, 60_000)
