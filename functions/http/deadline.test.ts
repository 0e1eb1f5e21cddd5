import { setTimeout } from 'node:timers/promises'
import { readSession } from '#shared/contract/session.ts'
import { answerOf, contextOf, eventOf, ORIGIN_SECRET } from '../test-support/gateway.ts'
import type { api as Api } from './api.ts'
import { patienceFor } from './deadline.ts'
import { on } from './on.ts'

let api: typeof Api
beforeAll(async () => {
  // The logger reads its level when it is made.
  process.env.POWERTOOLS_LOG_LEVEL = 'SILENT'
  process.env.POWERTOOLS_METRICS_DISABLED = 'true'
  api = (await import('./api.ts')).api
})

test.each([
  { isLong: false, left: 29_000, patience: 9_000 },
  { isLong: false, left: 10_000, patience: 9_000 },
  { isLong: false, left: 5_000, patience: 4_750 },
  { isLong: true, left: 29_000, patience: 28_750 },
  { isLong: true, left: 100, patience: 0 },
])('a call with $left ms left (long: $isLong) is answered after $patience ms at the latest', (row) => {
  expect(patienceFor(row, { getRemainingTimeInMillis: () => row.left })).toBe(row.patience)
})

test.each(['guard', 'throttle', 'use case'])(
  'a %s that hangs is answered "try again later", in time',
  async (part) => {
    const hang = () => new Promise<never>(() => undefined)
    const nobody = { caller: undefined, target: null } as never
    const handler = api(
      {
        originSecrets: [ORIGIN_SECRET],
        guard: part === 'guard' ? hang : () => Promise.resolve(nobody),
        throttle: part === 'throttle' ? hang : () => Promise.resolve(),
      },
      [on(readSession, hang)],
    )
    const context = { ...contextOf(), getRemainingTimeInMillis: () => 300 }
    const answer = await Promise.race([
      handler(eventOf(readSession, {}), context),
      setTimeout(1_000, null, { ref: false }),
    ])
    expect(answer && answerOf(answer)).toMatchObject({
      status: 503,
      headers: { 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': '2' },
      json: { code: 'TEMPORARILY_UNAVAILABLE', requestId: 'request-1' },
    })
  },
)
