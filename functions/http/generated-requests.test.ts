import * as fc from 'fast-check'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { User } from '#shared/entities/user.ts'
import { type Caller, type CallerName, callerOf } from '../test-support/callers.ts'
import { setClock } from '../test-support/clock.ts'
import { expectDecent, generatedCalls } from '../test-support/generated-calls.ts'
import { settleMatrix } from '../test-support/matrix.ts'
import type { GeneratedCall } from '../test-support/near-misses.ts'
import { settle } from '../test-support/people.ts'
import { type Site, startSite } from '../test-support/site.ts'

/**
 * Generated requests a route, through guard, use case and table. Bar S5 is 2,000, which takes minutes: FUZZ_INPUTS=2000
 * sends them; generated-reading.test.ts has as many go as far as what is wrong with them.
 */
const INPUTS = Number(process.env.FUZZ_INPUTS ?? 100)
/** Sent at once, by one caller: below what one account may ask for in a minute. */
const BATCH = 50

let site: Site
let other: User
beforeAll(async () => {
  site = await startSite()
  // The SDK reads it when the first call is made.
  process.env.AWS_ENDPOINT_URL_DYNAMODB = site.store.endpoint
  setClock(new Date())
  await settleMatrix(site)
  other = await settle(site.store.table)
})
afterAll(async () => {
  setClock(null)
  await site.stop()
})

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

/** Who gets as far as what is wrong with a request, by the route's access. */
const byAccess: Record<Route['access'], CallerName> = {
  public: 'anonymous',
  token: 'free',
  user: 'free',
  document: 'premium',
  admin: 'non-owner admin',
  owner: 'primary owner',
}

/** Students who delete their accounts at once are another test's (delete-account.test.ts); an owner is refused at last. */
const askerOf = (route: Route): CallerName =>
  route === routes.deleteAccount ? 'primary owner' : byAccess[route.access]

const lasting = new Map<CallerName, Caller>()

/** A new one for each batch where requests change their caller or are counted by him. */
async function callerFor(route: Route): Promise<Caller> {
  const { capability, throttle } = route
  const name = askerOf(route)
  if (throttle !== null || capability === 'session' || capability === 'account') return callerOf(site, name)
  const caller = lasting.get(name) ?? (await callerOf(site, name))
  lasting.set(name, caller)
  return caller
}

describe.each(named)('%s', (name, route) => {
  test(`answers ${INPUTS} generated requests, none by a fault of ours`, async () => {
    const heard = new Map<number, number>()
    const batches = fc.array(generatedCalls(name, other), { minLength: BATCH, maxLength: BATCH })
    await fc.assert(
      fc.asyncProperty(batches, async (batch: GeneratedCall[]) => {
        const { call } = await callerFor(route)
        const answers = await Promise.all(batch.map((each) => site.call(route, { ...call, ...each })))
        for (const [at, answer] of answers.entries()) {
          heard.set(answer.status, (heard.get(answer.status) ?? 0) + 1)
          expectDecent(answer, batch[at])
          expect(answer.text).not.toContain(site.store.table.name)
        }
      }),
      // What is found in a batch is told with its request: making the batch smaller would take minutes.
      { numRuns: Math.ceil(INPUTS / BATCH), endOnFailure: true },
    )
    // Of a route that takes something, some were refused for what they say, and most routes took some.
    if (route.params ?? route.query ?? route.body)
      expect([400, 404].some((status) => heard.has(status))).toBe(true)
  }, 600_000)
})
