import * as fc from 'fast-check'
import type { Route } from '#shared/contract/route.ts'
import { type RouteName, routes } from '#shared/contract/routes.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { RUNS } from '#shared/test-support/runs.ts'
import { call, ORIGIN_SECRETS } from '../test-support/gateway.ts'
import { expectSafeAnswer, generatedCalls } from '../test-support/generated-calls.ts'
import { sampleCall } from '../test-support/samples.ts'
import { createApi } from './api.ts'
import { on } from './on.ts'

// Requests of each route, sent through the chain and its schemas. The long test beside this one sends some to the table.

const named = Object.entries(routes as Record<RouteName, Route>) as [RouteName, Route][]

/** Created once, since its stack trace takes longer than the rest of a call. */
const NOT_FOUND = new DomainError('NOT_FOUND')

/** Creates the chain around one route whose guard admits every caller and whose use case finds nothing. */
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
