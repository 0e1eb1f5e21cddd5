import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, renderHook, waitFor } from '@testing-library/react'
import type { ReactNode } from 'react'
import { describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { rememberedBytes, rememberedTicket } from '#web/lib/documents/document-memory.ts'
import { type FirstTicket } from '#web/lib/documents/tickets.ts'
import { offlineText } from '#web/lib/kept-text.ts'
import { storeFile } from '#web/lib/offline/offline-files.ts'
import { json, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { fakeCaches } from '#web/test/caches.ts'
import { aProfile } from '#web/test/profiles.ts'
import { aTicket } from '#web/test/tickets.ts'
import { useDocument } from './use-document.ts'

const failing = new ApiFailure('failing')
const clientOnce = () => new QueryClient({ defaultOptions: { queries: { retry: false } } })

/** Opens the document with a query cache of its own. */
function openIn(client: QueryClient, first: FirstTicket | null = null) {
  const wrapper = ({ children }: { children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const onReplaced = vi.fn()
  return { onReplaced, ...renderHook(() => useDocument('v1', onReplaced, first), { wrapper }) }
}

async function open(...tickets: Partial<ReturnType<typeof aTicket>>[]) {
  return openWith(null, ...tickets)
}

async function openWith(first: FirstTicket | null, ...tickets: Partial<ReturnType<typeof aTicket>>[]) {
  const sent = networkAnswers(...tickets.map((differences) => json(aTicket(differences))))
  const { result, onReplaced } = openIn(new QueryClient(), first)
  await waitFor(() => expect(result.current.document.step).toBe('ready'))
  return { result, sent, onReplaced }
}

test('keeps the document after a failure that can be resumed, and resumes everything on retry', async () => {
  const { result, sent } = await open({})
  const resume = vi.fn()
  act(() => result.current.onFailure(failing, resume))
  expect(result.current.document).toMatchObject({ step: 'ready', interruption: failing })
  act(() => result.current.retry())
  expect(resume).toHaveBeenCalledOnce()
  expect(result.current.document).toMatchObject({ step: 'ready', interruption: null })
  expect(sent).toHaveLength(1)
})

describe('a document that this page has read', () => {
  async function openRemembered(...answers: (Response | Error)[]) {
    rememberedBytes('v1', aTicket({ url: '/files/read' })).total = 10
    networkAnswers(...answers)
    const { result } = openIn(clientOnce())
    await waitFor(() => expect(result.current.document.step).not.toBe('loading'))
    return result.current.document
  }

  test('is closed and forgotten when the server refuses it', async () => {
    expect(await openRemembered(problem('MOCK_EXAM_RUNNING'))).toMatchObject({ step: 'failed' })
    expect(rememberedTicket('v1')).toBeNull()
  })
})

describe('a document that is kept on this device', () => {
  const kept = {
    id: 'v1',
    title: 'Lecon',
    name: 'Lecon',
    size: 10,
    place: { track: 'SM', chapter: null, path: '/' },
    answersPaper: null,
    version: '1',
    pages: null,
    fileName: 'Lecon.pdf',
    bytes: 10,
    isOutdated: false,
  }

  async function openKept(answer: Response | Error) {
    fakeCaches()
    const profile = aProfile({ isPremium: true, premiumUntil: null })
    authStore.dispatch({ type: 'ended' })
    authStore.dispatch({ type: 'remembered', profile })
    const contactAt = new Date().toISOString()
    const state = { contactAt, documents: [kept], queue: [], isPaused: false, failures: [] }
    offlineText.write(JSON.stringify({ account: profile.id, ...state }))
    await storeFile('v1', [new Uint8Array(10)])
    networkAnswers(answer)
    return openIn(clientOnce()).result
  }

  test.each([
    ['without a network', noNetwork],
    ['when the limit of calls is reached', problem('TOO_MANY_REQUESTS', { retryAfterSeconds: 60 })],
  ])('is shown %s', async (_, answer) => {
    const result = await openKept(answer)
    await waitFor(() => expect(result.current.document).toMatchObject({ ticket: { url: '/offline/v1/1' } }))
  })
})
