import { act, render, waitFor } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { expect, test, vi } from 'vitest'
import { MockExamView } from '#shared/contract/practice.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { createQueryClient, setPageClient } from '#web/lib/api/page-queries.tsx'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { keptExamsText } from '#web/lib/browser-storage.ts'
import { keepResult } from '#web/lib/practice/kept-exams.ts'
import { aProfile, json, noNetwork } from '#web/test/answers.ts'
import { Providers } from './app.tsx'

const me = aProfile()
const another = aProfile({ id: '0f3b7d6f-0f3b-4c55-9a34-0a8f4d1b2c12' })
const exam = createSample(MockExamView, { id: 'exam-1' })
const result = { marks: [{ exercise: 1, earned: 2.5 }], note: '' }

/** Opens any page of the site. @returns the bodies that it sends */
function openPage() {
  const sent: unknown[] = []
  const network = { isThere: true }
  vi.stubGlobal('fetch', async (_address: string, { body }: RequestInit = {}) => {
    if (!network.isThere) throw noNetwork
    sent.push(JSON.parse(body as string))
    return json({ ...exam, ...result, now: exam.startedAt })
  })
  setPageClient(createQueryClient())
  render(
    <MemoryRouter>
      <Providers>{null}</Providers>
    </MemoryRouter>,
  )
  return { sent, network }
}

const signIn = (profile = me) => act(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile }))
const heartbeat = () => act(() => authStore.dispatch({ type: 'renewed', sessionId: 's', profile: me }))

test('sends an examination that was ended without a network from any page, at the next heartbeat', async () => {
  const { sent, network } = openPage()
  keepResult(me.id, exam, result)
  network.isThere = false
  signIn()
  network.isThere = true
  await waitFor(() => {
    heartbeat()
    expect(keptExamsText.read()).toBeNull()
  })
  expect(sent).toEqual([{ ...result, finished: true }])
})

test('another account never sends it, and a sign-out removes it', () => {
  const { sent } = openPage()
  keepResult(me.id, exam, result)
  signIn(another)
  expect(sent).toEqual([])
  act(() => authStore.dispatch({ type: 'signOutStarted' }))
  act(() => authStore.dispatch({ type: 'ended' }))
  expect(keptExamsText.read()).toBeNull()
  expect(sent).toEqual([])
})
