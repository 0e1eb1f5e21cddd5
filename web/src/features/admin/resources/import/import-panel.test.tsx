import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { FolderFile } from '#shared/contract/admin/documents.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile, json, networkAnswers, noNetwork, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ImportPanel } from './import-panel.tsx'

const FILE = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ_-1234'
const HEADER = 'track;theme;chapter;year;session;resourceType;type;title;file'

type Outcome = 'created' | 'updated' | 'unchanged' | 'refused'

const becomes = (id: string) =>
  authStore.dispatch({
    type: 'opened',
    sessionId: 's',
    profile: aProfile({ id, isAdmin: true, isOwner: true }),
  })

/** Returns the server's report about the lines of a request; line 1 is the header. */
function report(outcomes: readonly Outcome[], nextLine: number | null = null) {
  const lines = outcomes.map((outcome, index) => ({
    line: index + 2,
    outcome,
    errors: outcome === 'refused' ? [{ path: 'chapter', message: "Ce chapitre n'existe pas" }] : [],
  }))
  return json({ lines, nextLine })
}

const csvOf = (...lines: string[]) => new File([lines.join('\n')], 'liste.csv', { type: 'text/csv' })
const csvLine = (_: unknown, at: number) => `SM;ondes;1;${1_000 + at};Normale;exercise;pdf;T;${FILE}`
const csvFile = (count: number) => csvOf(HEADER, ...Array.from({ length: count }, csvLine))
const created = (count: number) => Array.from({ length: count }, (): Outcome => 'created')
/** The years of the lines in a request, by which the lines of {@link csvFile} differ. */
const yearsIn = ({ body }: { body: unknown } = { body: '' }) =>
  String(body)
    .split('\r\n')
    .slice(1)
    .map((line) => Number(line.split(';')[3]))

const showPanel = () => renderPage(<ImportPanel heading={createRef()} />)
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => userEvent.click(button(name))
const choose = (file: File) => userEvent.upload(screen.getByLabelText(/^Déposez un fichier CSV/), file)
const source = (name: string) => userEvent.selectOptions(screen.getByLabelText('Importer depuis'), name)
const heading = (name: string) => screen.findByRole('heading', { name })
const refusedLines = () =>
  within(screen.getByRole('list', { name: 'Lignes refusées' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

beforeEach(() => becomes('owner-1'))
let returning: NodeJS.Timeout | undefined
afterEach(() => {
  sessionStorage.clear()
  clearInterval(returning)
})

test('a file is checked, its faulty lines are listed, and the others are imported', async () => {
  const sent = networkAnswers(
    report(['created', 'refused', 'updated', 'unchanged']),
    report(['created', 'updated', 'unchanged']),
  )
  showPanel()
  await choose(csvFile(4))
  expect(await heading('Rapport de la vérification')).toHaveFocus()
  const checked = '1 ligne à créer, 1 ligne à modifier, 1 ligne inchangée, 1 ligne refusée'
  expect(screen.getByText(checked)).toBeVisible()
  expect(screen.getByText('Premiers titres lus : « T », « T », « T »')).toBeVisible()
  const refused = ["Ligne 3RefuséeChapitre\u00a0: Ce chapitre n'existe pas"]
  expect(refusedLines()).toEqual(refused)
  await press('Afficher toutes les lignes (4)')
  const all = within(screen.getByRole('list', { name: 'Toutes les lignes' }))
  expect(all.getAllByRole('listitem')).toHaveLength(4)
  await press(/^Importer \d lignes/)
  expect(await heading("Rapport de l'import")).toHaveFocus()
  const imported = '1 ressource créée, 1 ressource modifiée, 1 ressource inchangée, 1 ligne refusée'
  expect(screen.getByText(imported)).toBeVisible()
  expect(refusedLines()).toEqual(refused)
  expect(sent.map(({ method, address }) => `${method} ${address}`)).toEqual([
    'POST /api/admin/resources/import?dryRun=true',
    'POST /api/admin/resources/import?dryRun=false',
  ])
  expect(String(sent[0]?.body).split('\r\n')[0]).toBe(HEADER)
  expect(yearsIn(sent[1])).toEqual([1000, 1002, 1003])
  expect(sessionStorage).toHaveLength(0)
  await press('Nouvel import')
  expect(await heading('Choisir les ressources')).toBeVisible()
})

test('says why a file is no list of resources', async () => {
  const errors = [{ path: '', message: 'Colonnes manquantes : track, theme' }]
  const sent = networkAnswers(problem('INVALID_REQUEST', { errors }))
  showPanel()
  await choose(csvOf('a;b', '1;2'))
  expect(await heading('Import impossible')).toHaveFocus()
  expect(screen.getByRole('alert')).toHaveTextContent('Colonnes manquantes : track, theme')
  expect(screen.queryByRole('button', { name: 'Reprendre' })).not.toBeInTheDocument()
  expect(sent).toHaveLength(1)
  expect(sessionStorage).toHaveLength(0)
})

test('names duplicate resources by the lines of the file', async () => {
  const [header = '', first = '', ...others] = (await csvFile(250).text()).split('\n')
  const errors = [{ path: '', message: 'Même ressource que la ligne 3' }]
  const duplicate = json({ lines: [{ line: 4, outcome: 'refused', errors }], nextLine: null })
  const sent = networkAnswers(report(created(200)), duplicate)
  showPanel()
  await choose(csvOf(header, first, ...others, first.replace(';1;', ';Ondes mécaniques progressives;')))
  await heading('Rapport de la vérification')
  expect(refusedLines()).toEqual([
    'Ligne 204RefuséeMême ressource que la ligne 203',
    'Ligne 252RefuséeMême ressource que la ligne 2',
  ])
  expect(sent).toHaveLength(2)
})

test('sends 200 lines at a time, and continues where the server stopped', async () => {
  const sent = networkAnswers(report(created(200)), report(created(50), 52), report(created(200)))
  showPanel()
  await choose(csvFile(450))
  expect(await screen.findByText(/^450 lignes à créer/)).toBeVisible()
  expect(sent.map(yearsIn).map((years) => [years[0], years.at(-1)])).toEqual([
    [1_000, 1_199],
    [1_200, 1_399],
    [1_250, 1_449],
  ])
})

test('sends fewer lines at a time when they are long, and none that no request should carry', async () => {
  const sent = networkAnswers(report(created(26)), report(created(14)))
  showPanel()
  const row = (year: number, quotes: number) =>
    `SM;ondes;1;${year};Normale;exercise;pdf;"${'""'.repeat(quotes)}";x`
  const rows = Array.from({ length: 40 }, (_, index) => row(2000 + index, 10_000))
  await choose(csvOf(HEADER, ...rows, row(2090, 20_001)))
  await heading('Rapport de la vérification')
  expect(sent).toHaveLength(2)
  for (const { body } of sent) expect(JSON.stringify(body).length).toBeLessThan(1.1 * 1024 * 1024)
  expect(refusedLines()).toEqual(['Ligne 42RefuséeCette ligne est trop longue'])
})

test('resumes at the line it had reached, also after a reload of the tab, for the same owner only', async () => {
  const sent = networkAnswers(
    report(created(200)),
    problem('OWNER_REQUIRED'),
    problem('OWNER_REQUIRED'),
    report(['created']),
  )
  const { unmount } = showPanel()
  await choose(csvFile(201))
  expect(await heading('Import interrompu')).toHaveFocus()
  expect(screen.getByRole('alert')).toHaveTextContent('200 lignes traitées sur 201.')
  await press('Reprendre')
  await waitFor(() => expect(sent).toHaveLength(3))
  expect(await heading('Import interrompu')).toBeVisible()
  unmount()

  becomes('owner-2')
  const other = showPanel()
  expect(await heading('Choisir les ressources')).toBeVisible()
  other.unmount()

  becomes('owner-1')
  showPanel()
  expect(screen.getByRole('alert')).toHaveTextContent("L'import a été interrompu.")
  await press('Reprendre')
  expect(await screen.findByText(/^201 lignes à créer/)).toBeVisible()
  expect(sent.slice(2).map(yearsIn)).toEqual([[1200], [1200]])
})

test('stops when the server makes no progress', async () => {
  // Ends every wait for the network at once.
  returning = setInterval(() => window.dispatchEvent(new Event('online')), 10)
  const sent = networkAnswers(report([], 2))
  showPanel()
  await choose(csvFile(1))
  expect(await heading('Import interrompu')).toBeVisible()
  expect(sent).toHaveLength(3)
})

describe('a folder of Drive', () => {
  const read = async () => {
    await source('Un dossier Google Drive')
    await userEvent.type(screen.getByLabelText('Adresse du dossier Google Drive'), 'dossier')
    await press('Lire le dossier')
  }

  test('is read page by page, and its file names become lines', async () => {
    const named = (name: string, unusable: FolderFile['unusable'] = null) =>
      ({ file: FILE, name, size: 1, unusable }) satisfies FolderFile
    const sent = networkAnswers(
      json({ items: [named('SM_Ondes_1_2019_N_enonce.pdf')], nextCursor: 'p2' }),
      json({
        items: [
          named('image.jpg'),
          named('SM_Ondes_1_2018_N_enonce.pdf', 'shortcut'),
          named('SM_Ondes_1_2017_N_enonce', 'google-document'),
        ],
        nextCursor: null,
      }),
      report(['created']),
    )
    showPanel()
    await read()
    expect(
      await screen.findByText('1 ligne à créer, 0 ligne à modifier, 0 ligne inchangée, 3 lignes refusées'),
    ).toBeVisible()
    expect(refusedLines()).toEqual([
      'image.jpgRefuséeNom de fichier non reconnu',
      'SM_Ondes_1_2018_N_enonce.pdfRefuséeRaccourci\u00a0: placez le fichier lui-même dans le dossier',
      'SM_Ondes_1_2017_N_enonceRefuséeDocument Google\u00a0: téléchargez-le en PDF et placez ce PDF dans le dossier',
    ])
    const title = 'Énoncé : Ondes mécaniques progressives - 2019 Normale'
    const line = `SM;ondes;Ondes mécaniques progressives;2019;Normale;exercise;pdf;${title};${FILE}`
    expect(sent[2]?.body).toBe(`${HEADER}\r\n${line}`)
    expect(sent.slice(0, 2).map(({ address }) => address)).toEqual([
      '/api/admin/documents/folder?folder=dossier',
      '/api/admin/documents/folder?folder=dossier&cursor=p2',
    ])
    expect(button('Importer 1 ligne')).toBeVisible()
  })

  test.each([
    [problem('DOCUMENT_UNAVAILABLE', { detail: "Ce dossier n'existe pas." }), "Ce dossier n'existe pas."],
    [
      problem('INVALID_REQUEST', { errors: [{ path: 'folder', message: 'ID Google Drive invalide' }] }),
      'ID Google Drive invalide',
    ],
    [noNetwork, 'Vérifiez votre connexion Internet et réessayez.'],
    [json({ items: [], nextCursor: null }), /^Ce dossier ne contient aucun fichier/],
  ])('says why it brought no lines', async (answer, text) => {
    networkAnswers(answer)
    showPanel()
    await read()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
  })
})

test('a CSV file of subjects is checked and imported like one of resources, in its own words', async () => {
  const errors = [{ path: 'correction', message: 'ID Google Drive invalide' }]
  const lines = [
    { line: 2, outcome: 'created', errors: [] },
    { line: 3, outcome: 'refused', errors },
  ]
  const sent = networkAnswers(json({ lines, nextLine: null }), report(['created']))
  showPanel()
  await source('Un fichier CSV de sujets du bac')
  const rows = [`Normale;${FILE};`, `Rattrapage;${FILE};x`, `Normale;${FILE};${FILE}`]
  await choose(csvOf('track;year;session;file;correction', ...rows.map((row) => `SM;2024;${row}`)))
  expect(await screen.findByText(/^1 ligne à créer/)).toBeVisible()
  expect(refusedLines()).toEqual([
    'Ligne 3RefuséeCorrigé\u00a0: ID Google Drive invalide',
    'Ligne 4RefuséeMême sujet que la ligne 2',
  ])
  await press('Importer 1 ligne')
  expect(await screen.findByText(/^1 sujet créé, 0 sujet modifié/)).toBeVisible()
  expect(sent.slice(0, 2).map(({ address }) => address)).toEqual([
    '/api/admin/subjects/import?dryRun=true',
    '/api/admin/subjects/import?dryRun=false',
  ])
})
