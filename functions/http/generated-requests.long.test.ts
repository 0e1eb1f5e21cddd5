import * as fc from 'fast-check'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import type { ErrorCode } from '#shared/domain/domain-error.ts'
import { COSTLY_RUNS } from '#shared/test-support/runs.ts'
import { ADMITTED_CALLERS, type CallerName, type Callers, createCallers } from '../test-support/callers.ts'
import { setClock } from '../test-support/clock.ts'
import { expectSafeAnswer, type GeneratedCall, generatedCalls } from '../test-support/generated-calls.ts'
import { seedSamples } from '../test-support/samples.ts'
import { type Site, startSite } from '../test-support/site.ts'

// Requests of each route, sent through guard, use case and table.

/** Requests sent at once by one caller, below the limit of a minute. */
const BATCH = 10

let site: Site
let callers: Callers
beforeAll(async () => {
  site = await startSite()
  callers = createCallers(site)
  site.store.bypassProxy()
  setClock(new Date())
})
afterAll(async () => {
  setClock(null)
  await site.stop()
})

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

/** Refusals that a route need not declare: of the form of a request, and of a caller whose headers were changed. */
const ALWAYS_ALLOWED: readonly ErrorCode[] = [
  'INVALID_REQUEST',
  'PAYLOAD_TOO_LARGE',
  'AUTHENTICATION_REQUIRED',
  'PROOF_REQUIRED',
  'SESSION_INACTIVE',
]

/** Owners cannot delete their own account; delete-account.test.ts sends students' deletions at once. */
const callerNameFor = (route: Route): CallerName =>
  route === routes.deleteAccount ? 'primary owner' : ADMITTED_CALLERS[route.access]

test.each(named)(
  '%s answers no generated request with a server error, an undeclared one or internal details',
  async (name, route) => {
    const statuses = new Set<number>()
    const codes = new Set<unknown>()
    const batches = fc.array(generatedCalls(name), { minLength: BATCH, maxLength: BATCH })
    await fc.assert(
      fc.asyncProperty(batches, async (batch: GeneratedCall[]) => {
        await seedSamples(site)
        const { call } = await callers.callerFor(route, callerNameFor(route))
        const answers = await Promise.all(batch.map((each) => site.call(route, { ...call, ...each })))
        for (const [at, answer] of answers.entries()) {
          statuses.add(answer.status)
          if (answer.status >= 400) codes.add(answer.json.code)
          expectSafeAnswer(answer, batch[at])
          expect(answer.text).not.toContain(site.store.table.name)
        }
      }),
      // A failure names its request, so that the batch need not be shrunk, which takes minutes.
      { ...COSTLY_RUNS, endOnFailure: true },
    )
    const allowed = [...ALWAYS_ALLOWED, ...(route.params ? ['NOT_FOUND'] : []), ...route.errors]
    expect([...codes].filter((code) => !allowed.some((each) => each === code))).toEqual([])
    // Some requests of a route with input must have been refused.
    if (route.params ?? route.query ?? route.body)
      expect([400, 404].some((status) => statuses.has(status))).toBe(true)
  },
  600_000,
)
