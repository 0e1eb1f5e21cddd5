import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MockExamView } from '#shared/contract/practice.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { json, noNetwork, problem } from '#web/test/answers.ts'
import { fakeCaches } from '#web/test/caches.ts'
import { aProfile } from '#web/test/profiles.ts'
import { aTicket } from '#web/test/tickets.ts'
import { setCredentials } from '../api/credentials.ts'
import { authStore } from '../auth/auth-state.ts'
import { openCopy } from '../documents/kept-copy.ts'
import { forgetKept, offlineText } from '../kept-text.ts'
import { keepRunning } from '../practice/kept-exams.ts'
import { keepOffline, removeOffline, resumeDownloads } from './downloads.ts'
import { followAccount } from './follow-account.ts'
import { type OfflineRequest, openOfflineState, storedOfflineState } from './offline-state.ts'
import { openOffline } from './open-offline.ts'

const NOW = new Date('2026-03-01T10:00:00.000Z')
const DAY_MS = 86_400_000
const FILE = Uint8Array.from({ length: 100 }, (_, index) => index)

const student = aProfile({ id: 'u-1', isPremium: true, premiumUntil: null, isAdmin: false })
const place = { track: 'SM', chapter: null, path: '/sujets-bac/sm/2023-normale' }
const request = (id: string): OfflineRequest => ({
  id,
  title: id,
  name: id,
  size: 100,
  place,
  answersPaper: null,
})
const correction: OfflineRequest = { ...request('correction'), answersPaper: 'bac-SM-2023-Normale' }

let files: ReturnType<typeof fakeCaches>
/** Answers of the server to the tickets of a document, in order; a ticket when there are none left. */
let answers: Record<string, (Response | Error)[]>
let asked: string[]

function signIn(profile = student): void {
  authStore.dispatch({ type: 'ended' })
  authStore.dispatch({ type: 'checkStarted' })
  authStore.dispatch({ type: 'opened', sessionId: 's-1', profile })
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW })
  files = fakeCaches()
  answers = {}
  asked = []
  forgetKept()
  setCredentials({ headers: async () => ({}), recover: async () => false, keepNonce: () => undefined })
  signIn()
  vi.stubGlobal('fetch', async (address: string) => {
    const id = /^\/api\/files\/([\w-]+)\?disposition=attachment$/.exec(address)?.[1]
    if (id === undefined) return new Response(FILE, { headers: { 'content-length': '100' } })
    asked.push(id)
    const answer = answers[id]?.shift()
    if (answer instanceof Error) throw answer
    return answer ?? json(aTicket({ url: `/files/copies/${id}/1/u-1/x.pdf`, version: `${id}-1` }))
  })
})

const kept = () => openOfflineState()?.documents.map(({ id }) => id) ?? []
const waiting = () => openOfflineState()?.queue.map(({ id }) => id) ?? []
const settle = (ms = 0) => vi.advanceTimersByTimeAsync(ms)

async function keep(...requests: OfflineRequest[]): Promise<void> {
  keepOffline(requests)
  await settle()
}

describe('keeping documents', () => {
  test('fetches the own copy of each, one after the other', async () => {
    await keep(request('a'), request('b'))
    expect(asked).toEqual(['a', 'b'])
    expect(kept()).toEqual(['a', 'b'])
    expect(waiting()).toEqual([])
    const copy = await openCopy('b')
    expect(copy?.ticket).toMatchObject({ title: 'b', version: 'b-1', size: 100 })
    expect(new Uint8Array((await copy?.file.arrayBuffer()) ?? [])).toEqual(FILE)
  })

  test.each([
    { fault: noNetwork, waitMs: 2_000 },
    { fault: problem('TOO_MANY_REQUESTS', { retryAfterSeconds: 40 }), waitMs: 40_000 },
  ])('is tried again after $waitMs ms', async ({ fault, waitMs }) => {
    answers['a'] = [fault]
    await keep(request('a'))
    await settle(waitMs - 1)
    expect(kept()).toEqual([])
    await settle(1)
    expect(kept()).toEqual(['a'])
  })

  test("pauses at the day's allowance, and continues when the student says so", async () => {
    answers['a'] = [problem('DAILY_ALLOWANCE_REACHED', { retryAfterSeconds: 3_600 })]
    await keep(request('a'), request('b'))
    expect(openOfflineState()?.isPaused).toBe(true)
    expect(waiting()).toEqual(['a', 'b'])
    resumeDownloads()
    await settle()
    expect(kept()).toEqual(['a', 'b'])
  })

  test('pauses on a full device', async () => {
    files.isFull = true
    await keep(request('a'))
    expect(openOfflineState()?.isPaused).toBe(true)
    expect(kept()).toEqual([])
  })

  test('removes a document that is kept, and one that waits', async () => {
    await keep(request('a'))
    keepOffline([request('b')])
    removeOffline(['a', 'b'])
    await settle()
    expect(storedOfflineState()).toBeNull()
    expect(files.files.size).toBe(0)
  })

  test('keeps nothing for an account without Premium', async () => {
    signIn({ ...student, isPremium: false })
    await keep(request('a'))
    expect(asked).toEqual([])
    expect(storedOfflineState()).toBeNull()
  })
})

describe('kept documents', () => {
  beforeEach(() => keep(request('a'), correction))

  test('open again after a lost session of the same account', async () => {
    authStore.dispatch({ type: 'ended' })
    followAccount()
    expect(await openOffline('a')).toBeNull()
    signIn()
    expect(await openOffline('a')).not.toBeNull()
  })

  test.each<[string, () => void]>([
    ['another account', () => signIn({ ...student, id: 'u-2' })],
    ['a sign-out', () => forgetKept()],
    ['the end of Premium', () => signIn({ ...student, isPremium: false })],
    [
      '30 days in which the site was opened without a network only',
      () => {
        authStore.dispatch({ type: 'troubled', trouble: 'offline' })
        for (const days of [20, 31]) {
          vi.setSystemTime(NOW.getTime() + days * DAY_MS)
          followAccount()
        }
      },
    ],
    [
      '30 days without contact',
      () => {
        authStore.dispatch({ type: 'ended' })
        vi.setSystemTime(NOW.getTime() + 30 * DAY_MS + 1)
      },
    ],
  ])('are removed by %s', async (_, event) => {
    event()
    followAccount()
    await settle()
    expect(offlineText.read()).toBeNull()
    expect(files.files.size).toBe(0)
  })

  test('stay while the server confirms the account, and are locked by a clock that was set back', () => {
    vi.setSystemTime(NOW.getTime() + 20 * DAY_MS)
    followAccount()
    vi.setSystemTime(NOW.getTime() + 40 * DAY_MS)
    followAccount()
    expect(kept()).toEqual(['a', 'correction'])
    vi.setSystemTime(NOW.getTime() + 38 * DAY_MS)
    expect(openOfflineState()).toBeNull()
    followAccount()
    expect(kept()).toEqual(['a', 'correction'])
  })

  test('are closed while an examination of their paper runs', async () => {
    const [startedAt, endsAt] = [NOW.toISOString(), '2026-03-01T13:00:00.000Z']
    const exam = createSample(MockExamView, {
      subjectId: 'bac-SM-2023-Normale',
      startedAt,
      endsAt,
      finishedAt: null,
    })
    keepRunning('u-1', { now: startedAt, items: [exam], receivedAt: NOW.getTime() })
    expect(await openOffline('correction')).toBe('closed')
    expect(await openOffline('a')).not.toBeNull()
    vi.setSystemTime(Date.parse(endsAt))
    expect(await openOffline('correction')).toMatchObject({ ticket: { title: 'correction' } })
  })
})
