import * as fc from 'fast-check'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { call, ORIGIN_SECRETS } from '../test-support/gateway.ts'
import { expectDecent, generatedCalls } from '../test-support/generated-calls.ts'
import { person } from '../test-support/people.ts'
import { createApi } from './api.ts'
import { logger } from './log.ts'
import { on } from './on.ts'

/** Generated requests a route (bar S5), through the chain and the route's schemas; what comes after is generated-requests.test.ts's. */
const INPUTS = 2_000

beforeAll(() => {
  logger.setLogLevel('SILENT')
  process.env.POWERTOOLS_METRICS_DISABLED = 'true'
})

/** The chain around one route, open to everybody, that finds nothing. */
const readerOf = (route: Route) =>
  createApi(
    {
      originSecrets: ORIGIN_SECRETS,
      guard: () => Promise.resolve(undefined),
    },
    [
      on({ ...route, throttle: null }, () => {
        throw new DomainError('NOT_FOUND')
      }),
    ],
  )

test.each(Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][])(
  `%s: of ${INPUTS} generated requests each is refused for what is wrong with it`,
  async (name, route) => {
    const handler = readerOf(route)
    const other = person()
    await fc.assert(
      fc.asyncProperty(generatedCalls(name, other), async (generated) => {
        const answer = await call(handler, route, generated)
        expect([400, 404, 413]).toContain(answer.status)
        expectDecent(answer, generated)
      }),
      { numRuns: INPUTS },
    )
  },
  120_000,
)
