import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import type { ListedBroken } from '#shared/contract/admin/documents.ts'
import type { Rankings } from '#shared/contract/admin/openings.ts'
import { Overview, type PracticeStatistics, type PublicationView } from '#shared/contract/admin/overview.ts'
import { createSample } from '#shared/contract/sample-answers.ts'
import { sampleSettings } from '#shared/entities/samples.ts'
import { pathAnswers } from '#web/features/admin/test-support/path-answers.ts'
import { seedSettings } from '#web/lib/settings.ts'
import { json, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { HEIGHT, layOutBars } from './figures.tsx'
import { OverviewPage } from './overview-page.tsx'

const checkedAt = '2026-03-04T12:00:00.000Z'
const overview = createSample(Overview, {
  users: 1234,
  premium: 56,
  missingSubjects: [{ track: 'SM', year: '2020', session: 'Rattrapage' }],
  paymentRequests: 3,
  openQuestions: 0,
  receivedFiles: 0,
  newReports: 1,
  brokenDocuments: 1,
  resources: 1200,
  subjects: 102,
  documentsCheckedAt: checkedAt,
  cardSales: [{ label: 'Librairie Exemple', used: 12, sum: 3000 }],
  timeZoneData: '2026c',
})
const page = { title: 'Dipôle RC', track: 'SM', path: '/science-math/electricite/1' } as const
const none = { opened: [], unopened: [], unopenedCount: 0 }
const rankings: Rankings = {
  papers: none,
  chapters: { opened: [{ ...page, openings: 1 }], unopened: [page], unopenedCount: 101 },
  videos: none,
}
const place = { track: 'SM', year: '2023', session: 'Normale' } as const
const paper = { ...place, subjectId: 'SM-2023-Normale', title: 'Bac SM 2023 - Session Normale' }
const sums = { marks: 5, share: 0.345, hints: 3, wrong: 1 }
const statistics: PracticeStatistics = {
  papers: [{ ...paper, students: 12, marked: 1 }],
  exercises: [{ ...paper, number: 2, exercise: 'Ondes lumineuses', points: 7, ...sums }],
}
const publication: PublicationView = { state: 'published', publishedAt: checkedAt, filesWritten: 3 }
const fault: Pick<ListedBroken, 'fault' | 'detail'> = { fault: 'trashed', detail: null }
const broken = { ...fault, id: 'd', title: 'Énoncé : Dipôle RC', since: checkedAt, openings: 4 }

function given(more: Record<string, Response[]> = {}) {
  const calls = pathAnswers({
    overview: [json(overview)],
    openings: [json(rankings)],
    practice: [json(statistics)],
    publication: [json(publication)],
    'documents/access': [json({ state: 'ready', account: 'lecteur@exemple.test' })],
    'documents/broken': [json({ items: [broken], checkedAt })],
    ...more,
  })
  renderPage(<OverviewPage />)
  return calls
}

const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
const figure = (label: string) =>
  screen.getAllByRole('term').find(({ textContent }) => textContent === label)?.nextElementSibling

test('shows the live figures, and which documents were opened', async () => {
  given()
  expect(await screen.findByText('Premium')).toBeVisible()
  expect(figure('Utilisateurs')).toHaveTextContent('1 234')
  expect(figure('Premium')).toHaveTextContent('56')
  expect(figure('Sujets manquants')).toHaveTextContent('1')
  expect(screen.getByRole('row', { name: /^Librairie Exemple 12 3\s000\sDH/ })).toBeVisible()
  expect(screen.getByText('2026c')).toBeVisible()
  const chapters = within(await screen.findByRole('region', { name: 'Chapitres' }))
  expect(chapters.getByText('1 ouverture')).toBeVisible()
  expect(chapters.getAllByRole('link', { name: 'Dipôle RC' })[0]).toHaveAttribute('href', page.path)
  await userEvent.click(chapters.getByText('Non ouverts (101)'))
  expect(chapters.getByText('Les 1 premiers sont affichés.')).toBeVisible()
})

describe('what waits for the owner', () => {
  const tasks = (more: Partial<Overview>, premiumValidUntil: string | null) => {
    vi.useFakeTimers({ now: new Date('2026-03-04T12:00:00Z'), toFake: ['Date'] })
    const settings = { ...sampleSettings, premiumValidUntil }
    seedSettings({ settings, isOfferOver: false, isAnnounced: false, utcOffset: 3_600_000 })
    given({ overview: [json({ ...overview, ...more })] })
  }
  const nothing = { paymentRequests: 0, openQuestions: 0, newReports: 0, brokenDocuments: 0 }

  test('is listed with the pages where it is done', async () => {
    tasks({ brokenDocuments: 2 }, '2026-04-03')
    const list = await screen.findByRole('list', { name: 'À faire' })
    const links = within(list).getAllByRole('link')
    expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual([
      ['3 paiements déclarés', '/admin/demandes'],
      ['1 erreur signalée', '/admin/signalements'],
      ['2 documents cassés', '/admin/tableau-de-bord#documents-en-defaut'],
      ["L'offre finit le 3 avril 2026", '/admin/parametres/rentree'],
    ])
  })

  test.each([null, '2026-04-04', '2026-03-03'])('is nothing with an offer until %s', async (until) => {
    tasks(nothing, until)
    expect(await screen.findByText("Rien n'attend aujourd'hui.")).toBeVisible()
  })
})

test('shows which exercises students miss most, with a link to each, and which papers are sat', async () => {
  const exercises = Array.from({ length: 12 }, (_, index) => ({
    ...(statistics.exercises[0] as PracticeStatistics['exercises'][number]),
    number: index + 1,
  }))
  given({ practice: [json({ ...statistics, exercises })] })
  const table = within(await screen.findByRole('table', { name: 'Exercices les plus manqués' }))
  const row = within(table.getByRole('row', { name: /^SM Exercice 2/ }))
  expect(row.getByRole('link', { name: 'Exercice 2\u00a0: Ondes lumineuses' })).toHaveAttribute(
    'href',
    '/sujets-bac/sm/2023-normale?exercice=2',
  )
  const cells = row.getAllByRole('cell').map(({ textContent }) => textContent.replaceAll(/\s/g, ' '))
  expect(cells).toEqual(['66 %', '5', '3', '1'])
  expect(table.getAllByRole('row')).toHaveLength(1 + 10)
  await press('Afficher les 12 exercices')
  expect(table.getAllByRole('row')).toHaveLength(1 + 12)
  const sat = within(screen.getByRole('region', { name: 'Sujets passés' }))
  expect(sat.getByText('12 élèves, 1 copie notée')).toBeVisible()
  expect(sat.getByRole('link', { name: paper.title })).toHaveAttribute('href', '/sujets-bac/sm/2023-normale')
})

test('shows the last publication, and asks for one on request', async () => {
  const requested = json({ ...publication, state: 'requested' })
  const calls = given({ publication: [json(publication), requested] })
  expect(await screen.findByText(/^Dernière publication : .*, 3 fichiers modifiés\.$/)).toBeVisible()
  await press('Publier à nouveau')
  expect(await screen.findByText(/^Publication demandée/)).toBeVisible()
  expect(calls).toContain('POST /api/admin/publication')
  expect(screen.getByRole('button', { name: 'Publication en cours...' })).toBeDisabled()
})

test('the documents are checked part by part, from where a failed check ended, then listed again', async () => {
  const calls = given({
    'documents/checks': [
      json({ checked: 40, broken: 1, nextCursor: 'abc' }),
      problem('DOCUMENT_SOURCE_FAILED'),
      json({ checked: 1263, broken: 2, nextCursor: null }),
    ],
    'documents/broken': [json({ items: [], checkedAt: null }), json({ items: [broken], checkedAt })],
  })
  expect(await screen.findByText('Jamais vérifiés.')).toBeVisible()
  await press('Vérifier maintenant')
  expect(await screen.findByRole('alert')).toHaveTextContent('Erreur lors du chargement du fichier sécurisé')
  await press('Vérifier maintenant')
  expect(await screen.findByText(/^1.303 documents vérifiés sur 1.303, 3 en défaut\.$/)).toBeVisible()
  const first = 'POST /api/admin/documents/checks'
  const next = `${first}?cursor=abc`
  expect(calls.filter((call) => call.startsWith('POST'))).toEqual([first, next, next])
  expect(await screen.findByText(broken.title)).toBeVisible()
})

test('profiles of all parts of the accounts are counted', async () => {
  given({
    'users/sync': [json({ created: 2, nextCursor: 'abc' }), json({ created: 1, nextCursor: null })],
  })
  await press('Synchroniser les comptes')
  expect(await screen.findByText('3 profils créés.')).toBeVisible()
})

const week = (signUps: number, activations = 0) => ({ week: '2026-03-02', signUps, activations })

test('draws the highest count at full height and the others in proportion', () => {
  const { top, bars } = layOutBars([week(10, 5), week(20)])
  expect(top).toBe(20)
  expect(bars.map(({ signUps, activations }) => [signUps, activations])).toEqual([
    [HEIGHT / 2, HEIGHT / 4],
    [HEIGHT, 0],
  ])
})

test('draws a single sign-up at a quarter of the height, and zero as no bar', () => {
  expect(layOutBars([week(1)]).bars[0]?.signUps).toBe(HEIGHT / 4)
  expect(layOutBars([week(0)])).toMatchObject({ top: 4, bars: [{ signUps: 0, activations: 0 }] })
  expect(layOutBars([])).toEqual({ top: 4, bars: [] })
})
