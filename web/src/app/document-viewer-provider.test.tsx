import { QueryClientProvider } from '@tanstack/react-query'
import { act, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { expect, test } from 'vitest'
// Loaded with this file, so that no test waits for it.
import '#web/features/viewer/viewer-dialog.tsx'
import { storeVideoPosition, videoPosition } from '#web/features/viewer/video-view.tsx'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { type DocumentRequest, useOpenDocument } from '#web/lib/documents/open-document.ts'
import { aProfile, networkAnswers, problem } from '#web/test/answers.ts'
import { createPageClient } from '#web/test/render-page.tsx'
import { DocumentViewerProvider } from './document-viewer-provider.tsx'

const lesson = { id: 'v1', version: '1' }

test('keeps a visitor’s video positions, also after signing in, until the sign-out', () => {
  const profile = aProfile()
  render(<DocumentViewerProvider>page</DocumentViewerProvider>)
  for (const type of ['signOutStarted', 'ended'] as const) {
    act(() => authStore.dispatch({ type: 'ended' }))
    storeVideoPosition(lesson, 42)
    act(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile }))
    expect(videoPosition(lesson)).toBe(42)
    act(() => authStore.dispatch({ type }))
    expect(videoPosition(lesson), type).toBe(0)
  }
})

/** Shows a page with a button that opens the document. */
function show(request: DocumentRequest) {
  function Page() {
    const open = useOpenDocument()
    return (
      <button type="button" onClick={() => open(request)}>
        Voir
      </button>
    )
  }
  return render(
    <QueryClientProvider client={createPageClient()}>
      <MemoryRouter>
        <DocumentViewerProvider>
          <Page />
        </DocumentViewerProvider>
      </MemoryRouter>
    </QueryClientProvider>,
  )
}

test('opens a document again in a page that is reloaded, or reached by the history', async () => {
  networkAnswers(problem('NOT_FOUND'))
  const request = { id: 'v1', title: 'Leçon', type: 'video' as const, available: true, page: null }
  const { unmount } = show(request)
  await userEvent.click(screen.getByRole('button', { name: 'Voir' }))
  await screen.findByRole('dialog', { name: 'Leçon' })
  unmount()
  show(request)
  expect(await screen.findByRole('dialog', { name: 'Leçon' })).toBeVisible()
  act(() => window.history.back())
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  act(() => window.history.forward())
  expect(await screen.findByRole('dialog', { name: 'Leçon' })).toBeVisible()
  act(() => window.history.back())
  await waitFor(() => expect(window.history.state?.viewer).toBeUndefined())
})

test.each([
  {
    document: { available: true, isFree: true },
    asked: ['/api/files/bac-SM-2023-Normale?disposition=inline'],
  },
  { document: { available: false, isFree: true }, asked: [] },
  { document: { available: true, isFree: false }, asked: [] },
])('asks at a visitor’s tap for the ticket of $document: $asked', async ({ document, asked }) => {
  const sent = networkAnswers(problem('NOT_FOUND'))
  act(() => authStore.dispatch({ type: 'ended' }))
  show({ id: 'bac-SM-2023-Normale', title: 'Bac SM 2023', type: 'video', ...document })
  await userEvent.click(screen.getByRole('button', { name: 'Voir' }))
  expect(await screen.findByRole('dialog')).toBeVisible()
  await waitFor(() => expect(sent.map(({ address }) => address)).toEqual(asked))
})
