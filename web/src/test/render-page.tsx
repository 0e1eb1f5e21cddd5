import { type QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { seededAnswers } from '#web/lib/api/page-content.ts'
import { createQueryClient, setPageClient } from '#web/lib/api/page-queries.tsx'
import { type DocumentRequest, DocumentViewerContext } from '#web/lib/documents/open-document.ts'
import { HOME_PATH, type HomeContent, NO_CONTENT } from '#web/lib/home-content.ts'
import { ToastRegion } from '#web/ui/status.tsx'

/** @param content that of the home page's HTML, null where the reader followed a link of the site */
export function createPageClient(content: HomeContent | null = NO_CONTENT): QueryClient {
  seededAnswers.set(content ? [{ route: HOME_PATH, input: {}, answer: content }] : [])
  const client = createQueryClient()
  setPageClient(client)
  return client
}

/** Renders a part of a page with the app's providers; `openDocument` records the opened documents. */
export function renderPage(element: ReactElement, address = '/', client = createPageClient()) {
  client.setDefaultOptions({ queries: { retry: false } })
  const openDocument = vi.fn<(document: DocumentRequest) => void>()
  const nothing = () => null
  const parts = { KeepOffline: nothing, KeptMark: nothing, PracticeMarks: nothing }
  const viewer = { open: openDocument, fetchWhileIdle: () => () => {}, ...parts }
  const view = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <DocumentViewerContext value={viewer}>{element}</DocumentViewerContext>
        <ToastRegion />
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { ...view, openDocument }
}
