import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { useState } from 'react'
import { useLocation } from 'react-router-dom'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { subjectId } from '#shared/catalogue/subjects.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { VideoItem } from '#shared/entities/resource.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { json, noNetwork } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { SearchDialog } from './search-dialog.tsx'
import { searchFile, statementsFile } from './search-entries.ts'

const subjects = TRACK_CODES.flatMap((track) =>
  EXAM_SESSIONS.map((session) =>
    createSample(SubjectItem, {
      id: subjectId({ track, year: '2019', session }),
      track,
      year: '2019',
      session,
    }),
  ),
)
const video = createSample(VideoItem, {
  id: 'v1',
  title: 'La chute libre expliquée',
  track: 'PC',
  year: '2024',
  chapter: 'Chute verticale',
  description: '',
})
const SVT = 'bac-SVT-2019-Normale'
const found = {
  number: 3,
  title: 'Oscillateurs',
  page: 4,
  points: 3.5,
  words: ['lune', 'pendule', 'torsion'],
}
const content = { subjects, exercises: new Map(), statements: new Map([[SVT, [found]]]) }
const FILES: Record<string, object> = {
  '/recherche.json': searchFile({ ...content, chapters: {}, sheets: new Map(), videos: [video] }),
  '/recherche-enonces.json': statementsFile(content),
}

/** Answers with the files of the search, but those that fail. */
function network(...failing: string[]) {
  const state = { failing, asked: [] as string[] }
  vi.stubGlobal('fetch', async (address: string) => {
    state.asked.push(address)
    if (state.failing.includes(address)) throw noNetwork
    return json(FILES[address] ?? expect.fail(address))
  })
  return state
}

/** Delays the files until they are released. */
function slowNetwork() {
  const released = Promise.withResolvers<void>()
  vi.stubGlobal('fetch', async (address: string) => {
    await released.promise
    return json(FILES[address] ?? expect.fail(address))
  })
  return { release: released.resolve }
}

const onClose = vi.fn()
const keep = () => {}
const Address = () => {
  const { pathname, search, hash } = useLocation()
  return <p data-testid="address">{pathname + search + hash}</p>
}
function Opened({ typed }: { typed: string }) {
  const [query, setQuery] = useState(typed)
  return (
    <>
      <Address />
      <button type="button" onClick={() => setQuery((before) => `${before}n`)}>
        n
      </button>
      <SearchDialog query={query} onQuery={setQuery} kept={null} keep={keep} onClose={onClose} />
    </>
  )
}
function show(typed = '') {
  renderPage(<Opened typed={typed} />)
  return screen.getByRole('combobox', { name: 'Chapitre, exercice, sujet ou vidéo' })
}
const options = () => screen.queryAllByRole('option')
const active = () => screen.queryByRole('option', { selected: true })
const address = () => screen.getByTestId('address').textContent

// Loaded beforehand: compiling it can take a busy machine longer than a test types.
beforeAll(async () => {
  await import('./search-index.ts')
})
afterEach(() => {
  onClose.mockReset()
})

test('the arrow keys cycle through the results, Enter opens one', async () => {
  network()
  const field = show()
  await userEvent.type(field, '2019 pc')
  await waitFor(() => expect(options()).toHaveLength(2))
  const [first, last] = options()
  expect(active()).toBe(first)
  expect(field).toHaveAttribute('aria-activedescendant', first?.id)
  await userEvent.keyboard('{ArrowUp}')
  expect(active()).toBe(last)
  expect(field).toHaveAttribute('aria-activedescendant', last?.id)
  await userEvent.keyboard('{ArrowDown}{ArrowDown}')
  expect(active()).toHaveAccessibleName('Bac PC 2019 - Session Rattrapage Énoncé PC')
  expect(field).toHaveFocus()
  await userEvent.keyboard('{Enter}')
  expect(address()).toBe('/sujets-bac/pc/2019-rattrapage')
  expect(onClose).toHaveBeenCalledOnce()
})

test('Enter pressed before the file was loaded opens the best result afterwards', async () => {
  const { release } = slowNetwork()
  await userEvent.type(show(), 'bac 2019 svt normale{Enter}')
  expect(address()).toBe('/')
  release()
  await waitFor(() => expect(address()).toBe('/sujets-bac/svt/2019-normale'))
  expect(onClose).toHaveBeenCalledOnce()
})

test('says that the file is missing, still finds the chapters, and tries again', async () => {
  const state = network('/recherche.json')
  await userEvent.type(show(), 'rotation sm')
  const text = "Les sujets du bac, les exercices et les vidéos n'ont pas pu être chargés."
  expect(await screen.findByText(text, { exact: false })).toHaveTextContent(
    'Vérifiez votre connexion Internet et réessayez.',
  )
  expect(screen.getByRole('option', { name: 'Rotation Mécanique SM' })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent(/^1 résultat, sans les /)
  state.failing = []
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await waitFor(() => expect(screen.queryByText(text, { exact: false })).not.toBeInTheDocument())
})

test('the first letter loads the words of statements, which lead to an exercise; without them everything else is found', async () => {
  const state = network('/recherche-enonces.json')
  const field = show()
  await waitFor(() => expect(state.asked).toEqual(['/recherche.json']))
  await userEvent.type(field, '2019 svt')
  const text = "Les textes des sujets n'ont pas pu être chargés."
  expect(await screen.findByText(text, { exact: false })).toBeVisible()
  expect(screen.getByRole('status')).toHaveTextContent('2 résultats, sans les textes des sujets.')
  expect(state.asked).toEqual(['/recherche.json', '/recherche-enonces.json'])
  state.failing = []
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  await waitFor(() => expect(screen.queryByText(text, { exact: false })).not.toBeInTheDocument())
  await userEvent.clear(field)
  await userEvent.type(field, 'pendule torsion{Enter}')
  expect(address()).toBe('/sujets-bac/svt/2019-normale?exercice=3&page=4')
})
