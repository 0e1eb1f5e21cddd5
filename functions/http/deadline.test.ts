import { readSession } from '#shared/contract/session.ts'
import { createContext, createEvent, ORIGIN_SECRET, parseAnswer } from '../test-support/gateway.ts'
import { createApi } from './api.ts'
import { answerTime } from './deadline.ts'
import { on } from './use-case.ts'

test.each([
  { isLong: false, left: 29_000, answerTime: 9_000 },
  { isLong: false, left: 10_000, answerTime: 9_000 },
  { isLong: false, left: 5_000, answerTime: 4_750 },
  { isLong: true, left: 29_000, answerTime: 28_750 },
  { isLong: true, left: 100, answerTime: 0 },
])('a call with $left ms left (long: $isLong) is answered within $answerTime ms', (row) => {
  expect(answerTime(row, { getRemainingTimeInMillis: () => row.left })).toBe(row.answerTime)
})

test.each(['guard', 'throttle', 'use case'])(
  'answers 503 in time when the %s does not answer',
  async (part) => {
    const hang = () => new Promise<never>(() => undefined)
    const handler = createApi(
      {
        originSecrets: [ORIGIN_SECRET],
        guard: part === 'guard' ? hang : () => Promise.resolve(undefined),
        throttle: part === 'throttle' ? hang : () => Promise.resolve(),
      },
      [on(readSession, hang)],
    )
    const context = { ...createContext(), getRemainingTimeInMillis: () => 300 }
    const answer = await handler(createEvent(readSession, {}), context)
    expect(parseAnswer(answer)).toMatchObject({
      status: 503,
      headers: { 'content-type': 'application/problem+json; charset=utf-8', 'retry-after': '2' },
      json: { code: 'TEMPORARILY_UNAVAILABLE', requestId: 'request-1' },
    })
  },
)
