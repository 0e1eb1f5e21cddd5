import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { MANIFEST_NAME } from '#shared/entities/prepared-document.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { offlineText } from '#web/lib/browser-storage.ts'
import { rememberedTicket, rememberFiles } from '#web/lib/documents/prepared-document.ts'
import { type FirstTicket } from '#web/lib/documents/tickets.ts'
import { storeFile } from '#web/lib/offline/offline-files.ts'
import { aProfile, json, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { fakeCaches } from '#web/test/browser-files.ts'
import { aPagesTicket } from '#web/test/tickets.ts'
import { useDocument } from './use-document.ts'

/** Opens the document with a query cache of its own. */
function open(first: FirstTicket | null = null, onReplaced = vi.fn()) {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  return renderHook(() => useDocument('v1', onReplaced, first), { wrapper })
}

test('a document that this page has read is closed and forgotten when the server refuses it', async () => {
  const read = rememberFiles('v1', aPagesTicket(), async () => new Blob(['picture']))
  await read('1.webp')
  networkAnswers(problem('MOCK_EXAM_RUNNING'))
  const { result } = open()
  await waitFor(() => expect(result.current.document).toMatchObject({ step: 'failed' }))
  expect(rememberedTicket('v1')).toBeNull()
})

test('waits for a document in preparation, also when the first ticket was asked for at the tap', async () => {
  const preparing = problem('DOCUMENT_PREPARING')
  const failure = new ApiFailure('refused', { status: 409, problem: await preparing.clone().json() })
  const sent = networkAnswers(preparing, json(aPagesTicket()))
  const { result } = open({ id: 'v1', ticket: Promise.reject(failure) })
  await waitFor(() => expect(result.current.document).toMatchObject({ step: 'preparing' }))
  await waitFor(() => expect(result.current.document.step).toBe('ready'), { timeout: 10_000 })
  expect(sent).toHaveLength(2)
})

describe('a document that is kept on this device', () => {
  const place = { track: 'SM', chapter: null, path: '/' }
  const request = { id: 'v1', title: 'Lecon', name: 'Lecon', size: 10, place, answersPaper: null }
  const kept = { ...request, version: '1', pages: null, fileName: 'Lecon.pdf', bytes: 10, isOutdated: false }

  async function openKept(answer: Response | Error, isPdf = false, onReplaced = vi.fn()) {
    fakeCaches()
    const profile = aProfile({ isPremium: true, premiumUntil: null })
    authStore.dispatch({ type: 'ended' })
    authStore.dispatch({ type: 'remembered', profile })
    const documents = [{ ...kept, ...(!isPdf && { form: 'pages' }) }]
    const state = { contactAt: new Date().toISOString(), documents, queue: [], isPaused: false, failures: [] }
    offlineText.write(JSON.stringify({ account: profile.id, ...state }))
    const manifest = { pictures: [], textBytes: 0, outline: [], links: [] }
    if (isPdf) await (await caches.open('')).put('/offline/v1', new Response('pdf'))
    else
      await storeFile({ id: 'v1', version: '1', name: MANIFEST_NAME }, new Blob([JSON.stringify(manifest)]))
    networkAnswers(answer)
    return open(null, onReplaced).result
  }

  test.each([
    ['without a network', noNetwork],
    ['when the limit of calls is reached', problem('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 })],
    ['when its file is lost in Drive', problem('DOCUMENT_BROKEN')],
  ])('is shown %s', async (_, answer) => {
    const result = await openKept(answer)
    const opened = { kind: 'pages', ticket: { base: '/offline/v1/1' } }
    await waitFor(() => expect(result.current.document).toMatchObject({ step: 'ready', opened }))
  })

  test('in an earlier version is replaced by the one that the server names, and says so', async () => {
    const onReplaced = vi.fn()
    const result = await openKept(json(aPagesTicket({ version: '2' })), false, onReplaced)
    const opened = { ticket: { version: '2', base: '/files/pages/1' } }
    await waitFor(() => expect(result.current.document).toMatchObject({ step: 'ready', opened }))
    expect(onReplaced).toHaveBeenCalledOnce()
  })

  test('as version 1.1 kept it is offered as a file without a network, and read from the server with one', async () => {
    const offline = await openKept(noNetwork, true)
    await waitFor(() => expect(offline.current.document).toMatchObject({ step: 'keptPdf' }))
    const online = await openKept(json(aPagesTicket()), true)
    const opened = { ticket: { base: '/files/pages/1' } }
    await waitFor(() => expect(online.current.document).toMatchObject({ step: 'ready', opened }))
  })
})
