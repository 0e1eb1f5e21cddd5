import * as fc from 'fast-check'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { call, ORIGIN_SECRETS } from '../test-support/gateway.ts'
import { expectSafeAnswer, generatedCalls } from '../test-support/generated-calls.ts'
import { createApi } from './api.ts'
import { on } from './on.ts'

/**
 * Requests of each route, sent through the chain and the route's schemas; generated-requests.test.ts sends some on to
 * the table.
 */
const INPUTS = 2_000

const isRefusal = (status: number) => [400, 404, 413].includes(status)

/** Created once, since its stack trace takes longer than the rest of a call. */
const NOT_FOUND = new DomainError('NOT_FOUND')

/** Creates the chain around one route whose guard admits every caller and whose use case finds nothing. */
const createReader = (route: Route) =>
  createApi({ originSecrets: ORIGIN_SECRETS, guard: () => Promise.resolve(undefined) }, [
    on({ ...route, throttle: null }, () => {
      throw NOT_FOUND
    }),
  ])

test.each(Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][])(
  `%s: refuses each of ${INPUTS} generated requests as invalid or not found`,
  async (name, route) => {
    const handler = createReader(route)
    await fc.assert(
      fc.asyncProperty(generatedCalls(name), async (generated) => {
        const answer = await call(handler, route, generated)
        expectSafeAnswer(answer, generated, isRefusal)
      }),
      { numRuns: INPUTS },
    )
  },
)
