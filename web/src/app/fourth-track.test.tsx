import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import type * as Curriculum from '#shared/catalogue/curriculum.ts'
import type { TrackCode } from '#shared/catalogue/tracks.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { SubjectItem } from '#shared/entities/subject.ts'
import { searchFile } from '#web/features/search/search-entries.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { json } from '#web/test/answers.ts'
import { createPageClient } from '#web/test/render-page.tsx'
import { Providers } from './app.tsx'
import { Layout } from './layout/layout.tsx'
import { descriptionOf } from './page-metadata.ts'
import { AppRoutes } from './routes.tsx'

// This is everything that a fourth track needs.
vi.mock('#shared/catalogue/curriculum.ts', async (importOriginal) => {
  const curriculum = await importOriginal<typeof Curriculum>()
  const added = {
    ...curriculum.trackDefinitions[1],
    code: 'AGR',
    slug: 'science-agronomique',
    label: 'Science Agronomique',
    pitch: 'La physique et la chimie du vivant.',
    searchWords: 'agronomie',
    themes: { piles: { resourceCount: 3 } },
  }
  return { ...curriculum, trackDefinitions: [...curriculum.trackDefinitions.slice(0, 3), added] }
})

const place = { track: 'AGR' as TrackCode, year: '2019', session: 'Normale' } as const
const subject = createSample(SubjectItem, { id: 'bac-AGR-2019-Normale', ...place })

beforeEach(() => {
  vi.stubGlobal('scrollTo', async () => {})
  const nothing = { exercises: new Map(), chapters: {}, sheets: new Map(), videos: [] }
  const search = searchFile({ ...nothing, subjects: [subject] })
  vi.stubGlobal('fetch', async (address: string) =>
    json(address === '/recherche.json' ? search : { items: address.endsWith('track=AGR') ? [subject] : [] }),
  )
  authStore.dispatch({ type: 'ended' })
})

function visit(address: string) {
  createPageClient()
  render(
    <MemoryRouter initialEntries={[address]}>
      <Providers>
        <Layout>
          <AppRoutes />
        </Layout>
      </Providers>
    </MemoryRouter>,
  )
}

test.each([
  ['/science-agronomique', 'Science Agronomique'],
  ['/science-agronomique/piles/1', 'Piles électrochimiques'],
  ['/science-agronomique/ondes/1', 'Chapitre introuvable'],
  ['/sujets-bac/agr', 'Sujets Science Agronomique'],
])('a track that is added to the catalogue has the page %s', async (address, heading) => {
  visit(address)
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
})

test('the home page has its card and describes it, and the Premium page names it', async () => {
  visit('/')
  const card = await screen.findByRole('link', { name: /La physique et la chimie du vivant/ })
  expect(card).toHaveAttribute('href', '/science-agronomique')
  expect(descriptionOf('/', { settings: __FIRST_SETTINGS__, isOfferOver: false })).toContain(
    '(SM, PC, SVT, AGR)',
  )
  visit('/premium')
  expect(await screen.findByText('Les quatre filières : SM, PC, SVT et AGR')).toBeVisible()
})

test('the search finds its chapters and its subjects', async () => {
  visit('/contact')
  await userEvent.click(screen.getByRole('button', { name: 'Rechercher' }))
  await userEvent.type(await screen.findByRole('combobox'), 'agronomie 2019')
  expect(await screen.findByRole('option', { name: /Bac AGR 2019/ })).toBeVisible()
  await userEvent.clear(screen.getByRole('combobox'))
  await userEvent.type(screen.getByRole('combobox'), 'agronomie électrochimiques')
  expect(await screen.findByRole('option', { name: /Piles électrochimiques/ })).toBeVisible()
})
