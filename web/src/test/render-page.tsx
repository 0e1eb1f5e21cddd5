import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { vi } from 'vitest'
import { type DocumentRequest, OpenDocumentContext } from '#web/lib/documents/open-document.ts'

/** Renders a part of a page with what the app provides; `openDocument` records what was opened. */
export function renderPage(element: ReactElement, address = '/') {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  const openDocument = vi.fn<(document: DocumentRequest) => void>()
  const view = render(
    <QueryClientProvider client={client}>
      <MemoryRouter initialEntries={[address]}>
        <OpenDocumentContext value={openDocument}>{element}</OpenDocumentContext>
      </MemoryRouter>
    </QueryClientProvider>,
  )
  return { ...view, openDocument }
}
