import { Blob as NodeBlob } from 'node:buffer'
import { beforeEach, expect, test, vi } from 'vitest'
import type { PreparedText } from '#shared/entities/prepared-document.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { keptExamsText } from '#web/lib/browser-storage.ts'
import { aProfile, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { aPagesTicket } from '#web/test/tickets.ts'
import {
  forgetDocument,
  openKept,
  openPrepared,
  rememberedTicket,
  rememberFiles,
} from './prepared-document.ts'
import { untilPrepared } from './tickets.ts'

const text: PreparedText = { pages: [[[10, 20, 300, 24, 'Exercice 1']], []] }

beforeEach(() => {
  vi.useFakeTimers({ now: new Date('2026-01-01T00:00:00Z') })
  vi.stubGlobal('Blob', NodeBlob)
  authStore.dispatch({ type: 'ended' })
  for (const id of ['v1', 'a', 'b', 'c']) forgetDocument(id)
})

test('fetches a page under the address of its ticket, once for all that want it, and never again', async () => {
  const sent = networkAnswers(new Response('picture'))
  const { file } = openPrepared('v1', aPagesTicket())
  const leaving = new AbortController()
  const left = file('1.webp', { signal: leaving.signal })
  const stays = file('1.webp')
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(await (await stays).text()).toBe('picture')
  await openPrepared('v1', aPagesTicket()).file('1.webp')
  expect(sent.map(({ address }) => address)).toEqual(['/files/pages/1/1.webp?Policy=p'])
})

test('aborts a request for which no one waits any more', async () => {
  const signals: (AbortSignal | null | undefined)[] = []
  vi.stubGlobal('fetch', (_: string, { signal }: RequestInit) => {
    signals.push(signal)
    return new Promise(() => undefined)
  })
  const leaving = new AbortController()
  const left = openPrepared('v1', aPagesTicket()).file('1.webp', leaving)
  await vi.advanceTimersByTimeAsync(0)
  leaving.abort(new Error('left'))
  await expect(left).rejects.toThrow('left')
  expect(signals[0]?.aborted).toBe(true)
})

test('returns the lines of each page, and asks again after a failure', async () => {
  networkAnswers(new Response('', { status: 500 }))
  const document = openPrepared('v1', aPagesTicket())
  const failed = document.text().catch((error: unknown) => error)
  await vi.advanceTimersByTimeAsync(60_000)
  expect(await failed).toBeInstanceOf(ApiFailure)
  networkAnswers(Response.json(text))
  expect(await document.text()).toEqual(text.pages)
})

test('reads a kept document from the device, and its large pictures through a ticket', async () => {
  const ticket = aPagesTicket({ base: '/offline/v1/1', expiresAt: '9999-12-31T00:00:00.000Z' })
  const read = async (name: string) => (name.includes('@2x') ? null : new Blob([name]))
  const sent = networkAnswers(Response.json(aPagesTicket()), new Response('large'))
  const { file } = openKept('v1', { ticket, read })
  expect(await (await file('1.webp')).text()).toBe('1.webp')
  expect(sent).toEqual([])
  expect(await (await file('1@2x.webp')).text()).toBe('large')
  expect(sent.map(({ address }) => address)).toEqual([
    '/api/files/v1?disposition=inline&uncounted=true',
    '/files/pages/1/1@2x.webp?Policy=p',
  ])
})

test('asks for a ticket again until the document is prepared, ever more slowly', async () => {
  const preparing = problem('DOCUMENT_PREPARING', { retryAfterSeconds: 1 })
  const answers = [preparing, preparing, preparing]
  const at: number[] = []
  const request = async () => {
    at.push(Date.now() - Date.parse('2026-01-01T00:00:00Z'))
    const answer = answers.shift()
    if (!answer) return aPagesTicket()
    throw new ApiFailure('refused', {
      status: 409,
      problem: await answer.clone().json(),
      retryAfterSeconds: 1,
    })
  }
  const onPreparing = vi.fn()
  const opened = untilPrepared(request, onPreparing, new AbortController().signal)
  await vi.advanceTimersByTimeAsync(10_000)
  expect(await opened).toMatchObject({ mode: 'pages' })
  expect(at).toEqual([0, 1_000, 2_500, 4_750])
  expect(onPreparing).toHaveBeenCalledTimes(3)
  const lost = untilPrepared(() => Promise.reject(noNetwork), onPreparing, new AbortController().signal)
  await expect(lost).rejects.toBe(noNetwork)
})

const MIB = 1024 * 1024

/** Reads a page. @returns true when it was remembered */
async function readPage(id: string, name = '1.webp', size = 1_000): Promise<boolean> {
  const fetchFile = vi.fn(async () => new Blob([new Uint8Array(size)]))
  await rememberFiles(id, aPagesTicket(), fetchFile)(name)
  return fetchFile.mock.calls.length === 0
}

const isRemembered = (id: string) => rememberedTicket(id) !== null

test('the pages that were read longest ago are forgotten above 32 MiB', async () => {
  for (const id of ['a', 'b']) await readPage(id, '1.webp', 12 * MIB)
  expect(await readPage('a')).toBe(true)
  await readPage('c', '1.webp', 12 * MIB)
  expect(['a', 'b', 'c'].map(isRemembered)).toEqual([true, false, true])
})

test('a page of a document that is refused meanwhile is not remembered', async () => {
  const files = rememberFiles('a', aPagesTicket(), async () => new Blob(['x']))
  const reading = files('1.webp')
  forgetDocument('a')
  await reading
  expect(await readPage('a')).toBe(false)
})

test.each([
  ['the account signs out', () => authStore.dispatch({ type: 'ended' })],
  ['an examination begins', () => keptExamsText.write('{}')],
])('everything is forgotten when %s', async (_, event) => {
  authStore.dispatch({ type: 'remembered', profile: aProfile() })
  await readPage('a')
  authStore.dispatch({ type: 'troubled', trouble: 'offline' })
  expect(isRemembered('a')).toBe(true)
  event()
  expect(isRemembered('a')).toBe(false)
})
