import { beforeEach, expect, test, vi } from 'vitest'
import { listSubjects } from '#shared/contract/catalogue.ts'
import { listProgress } from '#shared/contract/progress.ts'
import { problems } from '#shared/domain/problems.ts'
import { api } from '#web/lib/api/api.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile } from '#web/test/answers.ts'
import { createQueryClient, followListUpdates } from './page-queries.tsx'

const marks = api(listProgress).queryOptions({ query: { track: 'SM' } })
const subjects = api(listSubjects).queryOptions({ query: { track: 'SM' } })
const first = aProfile()
const second = aProfile({ id: '0f3b7d6f-0f3b-4c55-9a34-0a8f4d1b2c12' })

const opens = (sessionId: string, profile: typeof first) =>
  authStore.dispatch({ type: 'opened', sessionId, profile })

beforeEach(() => authStore.dispatch({ type: 'ended' }))

/** Returns a cache with the first account's marks and a public list. */
async function filledClient() {
  opens('s-1', first)
  const client = createQueryClient()
  await client.prefetchQuery({ ...marks, queryFn: () => ({ items: [] }) })
  await client.prefetchQuery({ ...subjects, queryFn: () => ({ items: [] }) })
  return client
}

test.each([
  ['the account signs out', () => authStore.dispatch({ type: 'ended' })],
  ['another account follows without a sign-out', () => opens('s-2', second)],
])('removes personal answers and keeps public ones when %s', async (_, change) => {
  const client = await filledClient()
  change()
  expect(client.getQueryData(marks.queryKey)).toBeUndefined()
  expect(client.getQueryData(subjects.queryKey)).toEqual({ items: [] })
})

test.each([
  { retryAfterSeconds: 1, waits: [1_000, 2_000] },
  { retryAfterSeconds: 10, waits: [10_000, 10_000] },
  { retryAfterSeconds: 11, waits: [] },
])(
  'after a refusal for $retryAfterSeconds s asks again after $waits ms',
  async ({ retryAfterSeconds, waits }) => {
    const { status, ...problem } = problems.TOO_MANY_REQUESTS
    const body = { type: 'about:blank', ...problem, status, code: 'TOO_MANY_REQUESTS', requestId: 'r1' }
    const refusal = new ApiFailure('refused', { status, problem: { ...body, retryAfterSeconds } })
    vi.useFakeTimers()
    const calls: number[] = []
    const ask = () => {
      calls.push(Date.now())
      return Promise.reject(refusal)
    }
    const asked = expect(createQueryClient().fetchQuery({ ...marks, queryFn: ask })).rejects.toBe(refusal)
    await vi.runAllTimersAsync()
    await asked
    expect(calls.slice(1).map((at, index) => at - (calls[index] ?? 0))).toEqual(waits)
    vi.useRealTimers()
  },
)

test('refetches public lists that the service worker found changed, not personal ones', async () => {
  const serviceWorker = new EventTarget()
  vi.stubGlobal('navigator', { serviceWorker })
  const client = await filledClient()
  followListUpdates(client)
  serviceWorker.dispatchEvent(new MessageEvent('message', { data: { type: 'LIST_CHANGED' } }))
  await vi.waitFor(() => expect(client.getQueryState(subjects.queryKey)?.isInvalidated).toBe(true))
  expect(client.getQueryState(marks.queryKey)?.isInvalidated).toBe(false)
})
