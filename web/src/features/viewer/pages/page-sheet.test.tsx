import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { ApiFailure } from '#web/lib/api/failure.ts'
import type { PreparedDocument } from '#web/lib/documents/prepared-document.ts'
import { DocumentReplaced } from '#web/lib/documents/tickets.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { PageSheet } from './page-sheet.tsx'

const size = { width: 1_080, height: 1_528, bytes: 100 }
const called = { onShown: vi.fn(), onFailure: vi.fn(), onPage: vi.fn() }

/** Shows page 2 of 3, whose files are these in turn. */
function show(...files: (Blob | Error)[]) {
  const asked: string[] = []
  const file: PreparedDocument['file'] = async (name) => {
    asked.push(name)
    const next = files.shift()
    if (next instanceof Blob) return next
    throw next
  }
  const document: PreparedDocument = { count: 3, pictures: null, file, text: vi.fn(), manifest: vi.fn() }
  renderPage(
    <PageSheet
      {...{ document, size, ...called }}
      number={2}
      width={540}
      state="shown"
      isLarge
      watermark="eleve@exemple.test"
      lines={[[100, 200, 300, 24, 'Exercice 2']]}
      links={[{ page: 2, x: 0, y: 0, width: 10, height: 10, to: 3 }]}
      matches={[{ page: 2, begin: { line: 0, offset: 0 }, end: { line: 0, offset: 8 } }]}
      currentMatch={null}
      onCurrentMark={vi.fn()}
      isFirst
      onDelay={vi.fn()}
    />,
  )
  return asked
}

const picture = async () => screen.findByRole('presentation')

beforeEach(() => {
  for (const each of Object.values(called)) each.mockReset()
  // jsdom has no addresses for files, and draws no text.
  vi.stubGlobal(
    'URL',
    Object.assign(URL, { createObjectURL: () => 'blob:1', revokeObjectURL: () => undefined }),
  )
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
})

test('shows the picture in its place with its text, links, matches and the address, and then the large one', async () => {
  const asked = show(new Blob(['small']), new Blob(['large']))
  fireEvent.load(await picture())
  expect(called.onShown).toHaveBeenCalled()
  expect(screen.getByRole('group', { name: 'Page 2 sur 3' })).toHaveStyle({ width: '540px', height: '764px' })
  expect(screen.getByText('Exercice')).toBeInTheDocument()
  expect(screen.getAllByText('eleve@exemple.test')).not.toHaveLength(0)
  await userEvent.click(screen.getByRole('button', { name: 'Aller à la page 3' }))
  expect(called.onPage).toHaveBeenCalledWith(3)
  expect(asked).toEqual(['2.webp', '2@2x.webp'])
})

test('says in its place why there is no picture, and tries again', async () => {
  show(new ApiFailure('failing', { status: 502 }), new Blob(['small']), new ApiFailure('offline'))
  await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }))
  expect(await picture()).toBeInTheDocument()
  expect(called.onFailure).not.toHaveBeenCalled()
})

test.each([
  ['is refused', new ApiFailure('refused', { status: 403 })],
  ['was replaced', new DocumentReplaced()],
])('reports that the document %s', async (_, error) => {
  show(error)
  await vi.waitFor(() => expect(called.onFailure).toHaveBeenCalledWith(error))
  expect(screen.queryByRole('button', { name: 'Réessayer' })).not.toBeInTheDocument()
})
