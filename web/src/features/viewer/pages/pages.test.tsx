import { fireEvent, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import type { TextLine } from '#shared/entities/prepared-document.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import type { PreparedDocument } from '#web/lib/documents/prepared-document.ts'
import { DocumentReplaced } from '#web/lib/documents/tickets.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { exercisePlace } from './exercise-place.ts'
import { foldPage, matchesIn } from './find-bar.tsx'
import { PageSheet } from './page-sheet.tsx'
import { nearestPages } from './pages-view.tsx'

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

test.each([
  { near: [1, 2], current: 1, shown: [1, 2] },
  { near: [4, 5, 6, 7, 8, 9, 10], current: 7, shown: [5, 6, 7, 8, 9] },
  { near: [1, 2, 3, 4, 5, 6, 7], current: 1, shown: [1, 2, 3, 4, 5] },
])('shows $shown of the pages $near near page $current', ({ near, current, shown }) => {
  expect([...nearestPages(new Set(near), current)].toSorted((one, other) => one - other)).toEqual(shown)
})

/** Returns the strings that a query finds in the lines of a page. */
function found(lines: string[], query: string): string[] {
  const wanted = foldPage([query]).text.trim()
  return matchesIn(1, foldPage(lines), wanted).map(({ begin, end }) =>
    lines
      .slice(begin.line, end.line + 1)
      .map((text, index, parts) =>
        text.slice(index === 0 ? begin.offset : 0, index === parts.length - 1 ? end.offset : text.length),
      )
      .join('|'),
  )
}

test.each([
  { lines: ["L'Énergie cinétique"], query: 'energie', matches: ['Énergie'] },
  { lines: ['ENERGIE et énergie'], query: 'énergie', matches: ['ENERGIE', 'énergie'] },
  { lines: ['e\u0301nergie'], query: 'énergie', matches: ['e\u0301nergie'] },
  { lines: ['la force', 'de rappel'], query: 'force de', matches: ['force|de'] },
  { lines: ['un exer-', 'cice'], query: 'exercice', matches: ['exer-|cice'] },
  { lines: ['l’œuvre coefﬁcient'], query: "l'oeuvre coefficient", matches: ['l’œuvre coefﬁcient'] },
  { lines: ['𝑥 = 2'], query: 'x = 2', matches: ['𝑥 = 2'] },
  { lines: ['aaaa'], query: 'aa', matches: ['aa', 'aa'] },
  { lines: ['vecteur'], query: 'matrice', matches: [] },
])('finds $query as $matches', ({ lines, query, matches }) => {
  expect(found(lines, query)).toEqual(matches)
})

const SIZE = { width: 1_000, height: 2_000 }
const line = (y: number, text: string, x = 200, width = 600): TextLine => [x, y, width, 30, text]

test.each<[what: string, lines: TextLine[], down: number]>([
  ['its number', [line(100, 'Suite'), line(800, 'EXERCICE 2 : Ondes')], 0.385],
  ['a Roman numeral', [line(100, 'Exercice I'), line(800, 'Exercice n° II (3 pts)')], 0.385],
  ['not the numbers that begin with it', [line(100, 'Exercice 21'), line(800, 'Exercice 2')], 0.385],
  ['its title', [line(100, 'Suite'), line(800, 'Partie B : Étude d’un pendule de torsion')], 0.385],
  ['nothing', [line(100, 'Suite')], 0],
])('finds the beginning of an exercise by %s', (_, lines, down) => {
  const place = exercisePlace(lines, { number: 2, title: 'Pendule de torsion' }, SIZE)
  expect(place?.down).toBeCloseTo(down)
  expect(place?.across).toBeCloseTo(0.185)
  expect(place?.width).toBeCloseTo(0.63)
})

test('knows no place on a page without text', () => {
  expect(exercisePlace([], { number: 2, title: 'Ondes' }, SIZE)).toBeNull()
})
