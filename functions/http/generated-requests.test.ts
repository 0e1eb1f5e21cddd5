import * as fc from 'fast-check'
import type { Route } from '#shared/contract/define-route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { DomainError, type ErrorCode } from '#shared/domain/domain-error.ts'
import { COSTLY_RUNS, isLongRun, RUNS } from '#shared/test-support/runs.ts'
import { ADMITTED_CALLERS, type CallerName, type Callers, createCallers } from '../test-support/callers.ts'
import { setClock } from '../test-support/clock.ts'
import { call, ORIGIN_SECRETS } from '../test-support/gateway.ts'
import { expectSafeAnswer, type GeneratedCall, generatedCalls } from '../test-support/generated-calls.ts'
import { sampleCall, seedSamples } from '../test-support/samples.ts'
import { type Site, startSite } from '../test-support/site.ts'
import { createApi } from './api.ts'
import { on } from './use-case.ts'

// Requests of each route, sent through the chain and its schemas; in the long run some reach the table.

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

/** Created once, since its stack trace takes longer than the rest of a call. */
const NOT_FOUND = new DomainError('NOT_FOUND')

const createReader = (route: Route) =>
  createApi({ originSecrets: ORIGIN_SECRETS, guard: () => Promise.resolve(undefined) }, [
    on({ ...route, throttle: null }, () => {
      throw NOT_FOUND
    }),
  ])

const isRefusal = (status: number) => [400, 404, 413].includes(status)

test.each(named)('%s refuses each generated request as invalid or not found', async (name, route) => {
  const handler = createReader(route)
  await fc.assert(
    fc.asyncProperty(generatedCalls(name), async (generated) => {
      expectSafeAnswer(await call(handler, route, generated), generated, isRefusal)
    }),
    RUNS,
  )
})

test('every route refuses a field of the query that it does not declare, without repeating it', async () => {
  for (const [name, route] of named)
    for (const field of ['inconnu', 'constructor', '__proto__']) {
      const sample = sampleCall(name)
      const query = Object.fromEntries([...Object.entries(sample.query ?? {}), [field, 'x-1']])
      const { json, text } = await call(createReader(route), route, { ...sample, query })
      const errors = [{ path: '', message: "L'adresse contient un paramètre inconnu" }]
      expect({ name, field, ...json }).toMatchObject({ name, code: 'INVALID_REQUEST', errors })
      expect(text).not.toContain('x-1')
    }
})

/** Requests sent at once by one caller, below the limit of a minute. */
const BATCH = 10

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

describe.runIf(isLongRun)('sent to the table', () => {
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

  test.each(named)(
    '%s answers no generated request with a server error, an undeclared one or internal details',
    async (name, route) => {
      const statuses = new Set<number>()
      const codes = new Set<unknown>()
      const batches = fc.array(generatedCalls(name), { minLength: BATCH, maxLength: BATCH })
      await fc.assert(
        fc.asyncProperty(batches, async (batch: GeneratedCall[]) => {
          await seedSamples(site)
          const caller = await callers.callerFor(route, callerNameFor(route))
          const answers = await Promise.all(
            batch.map((each) => site.call(route, { ...caller.call, ...each })),
          )
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
})
