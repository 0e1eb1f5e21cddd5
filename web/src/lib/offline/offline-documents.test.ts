import { beforeEach, describe, expect, test, vi } from 'vitest'
import { MockExamView } from '#shared/contract/practice.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { MANIFEST_NAME, type PreparedManifest } from '#shared/entities/prepared-document.ts'
import { setCredentials } from '#web/lib/api/call.ts'
import { forgetKept, offlineText } from '#web/lib/browser-storage.ts'
import { keptCopy } from '#web/lib/documents/prepared-document.ts'
import { STORE_LIMIT_MS } from '#web/lib/network.ts'
import { aProfile, json, noNetwork, problem } from '#web/test/answers.ts'
import { fakeCaches } from '#web/test/browser-files.ts'
import { aPagesTicket } from '#web/test/tickets.ts'
import { authStore } from '../auth/auth-state.ts'
import { keepRunning } from '../practice/kept-exams.ts'
import { learnTime } from '../server-clock.ts'
import { keepOffline, pauseDownloads, removeOffline, resumeDownloads } from './downloads.ts'
import { followAccount } from './follow-account.ts'
import {
  changeOfflineState,
  noteOutdated,
  type OfflineDocument,
  type OfflineRequest,
  openOfflineState,
  storedOfflineState,
} from './offline-state.ts'
import { openOffline } from './open-offline.ts'

const NOW = new Date('2026-03-01T10:00:00.000Z')
const DAY_MS = 86_400_000
/** The digests of the pages of each document that is not `[p1, p2]`. */
let pictures: Record<string, string[]>

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
/** The pages that were fetched. */
let fetched: string[]

function signIn(profile = student): void {
  authStore.dispatch({ type: 'ended' })
  authStore.dispatch({ type: 'checkStarted' })
  authStore.dispatch({ type: 'opened', sessionId: 's-1', profile })
}

beforeEach(() => {
  vi.useFakeTimers({ now: NOW, toFake: ['Date', 'setTimeout', 'clearTimeout'] })
  files = fakeCaches()
  answers = {}
  asked = []
  fetched = []
  pictures = {}
  forgetKept()
  setCredentials({ headers: async () => ({}), recover: async () => false, keepNonce: () => undefined })
  signIn()
  vi.stubGlobal('fetch', async (address: string) => {
    const page = /^\/files\/pages\/(\w+)-(\d)\/([^?]+)/.exec(address)
    if (page) {
      const [, of = '', , name = ''] = page
      if (name !== MANIFEST_NAME) fetched.push(`${of} ${name}`)
      return name === MANIFEST_NAME ? json(manifestOf(of)) : new Response(name)
    }
    const id = /^\/api\/files\/([\w-]+)\?disposition=inline$/.exec(address)?.[1]
    if (id === undefined) return new Response('')
    asked.push(id)
    const answer = answers[id]?.shift()
    if (answer instanceof Error) throw answer
    const version = `${id}-${pictures[id] ? 2 : 1}`
    return answer ?? json(aPagesTicket({ base: `/files/pages/${version}`, version, size: 100 }))
  })
})

function manifestOf(id: string): PreparedManifest {
  const digests = pictures[id] ?? ['p1', 'p2']
  const size = { width: 1_080, height: 1_528, bytes: 6, largeBytes: 12 }
  return { pictures: digests.map((digest) => ({ ...size, digest })), textBytes: 9, outline: [], links: [] }
}

const kept = () => openOfflineState()?.documents.map(({ id }) => id) ?? []
const waiting = () => openOfflineState()?.queue.map(({ id }) => id) ?? []
async function settle(ms = 0): Promise<void> {
  await vi.advanceTimersByTimeAsync(ms)
  // The bodies of answers are read in real time.
  for (let turn = 0; turn < 20; turn += 1) await new Promise(setImmediate)
}

async function keep(...requests: OfflineRequest[]): Promise<void> {
  keepOffline(requests)
  await settle()
}

describe('keeping documents', () => {
  test('fetches the pages of each, one document after the other', async () => {
    await keep(request('a'), request('b'))
    expect(asked).toEqual(['a', 'b'])
    expect(kept()).toEqual(['a', 'b'])
    expect(waiting()).toEqual([])
    const copy = await keptCopy('b')
    if (copy === null || copy === 'closed' || copy.kind !== 'pages') throw new Error('b is not kept')
    expect(copy.ticket).toMatchObject({ title: 'b', version: 'b-1', pages: 2 })
    expect(await (await copy.read('2.webp'))?.text()).toBe('2.webp')
    expect(await copy.read('2@2x.webp')).toBeNull()
  })

  test('fetches only the pages of a new version that have changed', async () => {
    await keep(request('a'))
    fetched = []
    pictures['a'] = ['p0', 'p2', 'p1']
    noteOutdated(['a'])
    await keep(request('a'))
    expect(fetched).toEqual(['a text.json', 'a 1.webp'])
    expect(openOfflineState()?.documents).toMatchObject([{ version: 'a-2', isOutdated: false }])
    const copy = await keptCopy('a')
    expect(copy).toMatchObject({ ticket: { version: 'a-2', pages: 3 } })
    expect([...files.files.keys()].filter((address) => address.includes('a-1'))).toEqual([])
  })

  test('goes on with a document that was interrupted', async () => {
    const { fetch } = globalThis
    vi.stubGlobal('fetch', (address: string) =>
      address.includes('/2.webp') ? (pauseDownloads(), Promise.reject(noNetwork)) : fetch(address),
    )
    await keep(request('a'))
    expect(kept()).toEqual([])
    vi.stubGlobal('fetch', fetch)
    fetched = []
    resumeDownloads()
    await settle()
    expect(kept()).toEqual(['a'])
    expect(fetched).toEqual(['a 2.webp'])
  })

  test.each([
    { fault: noNetwork, waitMs: 2_000 },
    { fault: problem('TOO_MANY_REQUESTS', { retryAfterSeconds: 40 }), waitMs: 40_000 },
    { fault: problem('DOCUMENT_PREPARING', { retryAfterSeconds: 1 }), waitMs: 2_000 },
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

test('documents of version 1.1 are fetched anew once the page is idle, and outlive a tab of that version', async () => {
  await keep(request('a'))
  const [old] = openOfflineState()?.documents ?? []
  changeOfflineState(() => ({ documents: [{ ...(old as OfflineDocument), form: undefined, version: '1' }] }))
  files.files.clear()
  await caches.open('').then((cache) => cache.put('/offline/a', new Response('pdf')))
  answers['a'] = [noNetwork]
  vi.stubGlobal('requestIdleCallback', (run: () => void) => setTimeout(run))
  followAccount()
  await settle()
  expect(await keptCopy('a')).toMatchObject({ kind: 'pdf', fileName: 'Lecon.pdf' })
  await settle(2_000)
  expect(await keptCopy('a')).toMatchObject({ kind: 'pages' })
  expect([...files.files.keys()].filter((address) => address.endsWith('/offline/a'))).toEqual([])
  changeOfflineState(({ documents }) => ({
    documents: documents.map((each) => ({ ...each, form: undefined })),
  }))
  expect(await keptCopy('a')).toMatchObject({ kind: 'pages' })
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
  ])('are removed by %s', async (_, event) => {
    event()
    followAccount()
    await settle()
    expect(offlineText.read()).toBeNull()
    expect(files.files.size).toBe(0)
  })

  /** Opens a page on another day by the device's clock, as the last visit has left the account. */
  function opensPage(days: number, profile = student): void {
    vi.setSystemTime(NOW.getTime() + days * DAY_MS)
    authStore.dispatch({ type: 'ended' })
    authStore.dispatch({ type: 'remembered', profile })
    followAccount()
  }

  test.each([
    { clock: '40 days ahead', days: 40 },
    { clock: 'a year ahead', days: 365 },
    { clock: '5 years behind', days: -5 * 365 },
  ])(
    'are closed, and stay, until the server has answered a phone whose clock is $clock',
    async ({ days }) => {
      opensPage(days, { ...student, isPremium: false })
      opensPage(days)
      expect(openOfflineState()).toBeNull()
      keepOffline([request('b')])
      await settle()
      signIn()
      followAccount()
      expect(kept()).toEqual(['a', 'correction'])
      // The clock is put right while there is no network.
      opensPage(1)
      await settle()
      expect(files.files.size).toBeGreaterThan(0)
      signIn()
      expect(kept()).toEqual(['a', 'correction'])
    },
  )

  test('are read from the network, and stay on the list, where the cache never answers', async () => {
    vi.stubGlobal('caches', { match: () => new Promise(() => {}) })
    const copy = keptCopy('a')
    await settle(STORE_LIMIT_MS)
    expect(await copy).toBeNull()
    expect(kept()).toEqual(['a', 'correction'])
  })

  test('open on the day that the server has told, whatever the clock of the phone says', () => {
    vi.setSystemTime(NOW.getTime() + 365 * DAY_MS)
    learnTime(NOW.toUTCString())
    opensPage(365 + 29)
    expect(kept()).toEqual(['a', 'correction'])
    opensPage(365 + 31)
    expect(kept()).toEqual([])
  })

  test('are closed while an examination of their paper runs', async () => {
    const [startedAt, endsAt] = [NOW.toISOString(), '2026-03-01T13:00:00.000Z']
    const exam = createSample(MockExamView, {
      subjectId: 'bac-SM-2023-Normale',
      startedAt,
      endsAt,
      finishedAt: null,
    })
    keepRunning('u-1', { now: startedAt, items: [exam] })
    expect(await openOffline('correction')).toBe('closed')
    expect(await openOffline('a')).not.toBeNull()
    vi.setSystemTime(Date.parse(endsAt))
    expect(await openOffline('correction')).toMatchObject({ ticket: { title: 'correction' } })
  })
})
