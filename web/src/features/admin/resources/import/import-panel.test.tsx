import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { createRef } from 'react'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { authStore } from '#web/lib/auth/auth-store.ts'
import { json, networkAnswers, problem } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ImportPanel } from './import-panel.tsx'

const FILE = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ_-1234'
const HEADER = 'track;theme;chapter;year;session;resourceType;type;title;file'

type Outcome = 'created' | 'updated' | 'unchanged' | 'refused'

beforeEach(() => becomes('owner-1'))
let returning: NodeJS.Timeout | undefined
afterEach(() => {
  clearInterval(returning)
  vi.unstubAllGlobals()
  sessionStorage.clear()
})

/** Ends every wait for the network at once. */
function networkKeepsReturning() {
  returning = setInterval(() => window.dispatchEvent(new Event('online')), 10)
}

const becomes = (id: string) =>
  authStore.dispatch({
    type: 'opened',
    sessionId: 's',
    profile: aProfile({ id, isAdmin: true, isOwner: true }),
  })

/** What the server says of the lines of a call; the header is its first line. */
function report(outcomes: readonly Outcome[], nextLine: number | null = null) {
  const lines = outcomes.map((outcome, index) => ({
    line: index + 2,
    outcome,
    errors: outcome === 'refused' ? [{ path: 'chapter', message: "Ce chapitre n'existe pas" }] : [],
  }))
  return json({ lines, nextLine })
}

const csvFile = (count: number) =>
  new File(
    [
      [
        HEADER,
        ...Array.from(
          { length: count },
          (_, at) => `SM;ondes;1;${1_000 + at};Normale;exercise;pdf;T;${FILE}`,
        ),
      ].join('\n'),
    ],
    'liste.csv',
    { type: 'text/csv' },
  )

function showPanel(onImported = vi.fn<() => void>()) {
  return { ...renderPage(<ImportPanel heading={createRef()} onImported={onImported} />), onImported }
}
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const press = (name: string | RegExp) => userEvent.click(button(name))
const choose = (file: File) => userEvent.upload(screen.getByLabelText(/^Déposez un fichier CSV/), file)
const source = (name: string) => userEvent.selectOptions(screen.getByLabelText('Importer depuis'), name)
const heading = (name: string) => screen.findByRole('heading', { name })
const refusedLines = () =>
  within(screen.getByRole('list', { name: 'Lignes refusées' }))
    .getAllByRole('listitem')
    .map(({ textContent }) => textContent)

describe('the check of a file', () => {
  test('tells what would become of the lines and shows only what is wrong', async () => {
    const sent = networkAnswers(report(['created', 'refused', 'updated', 'unchanged']))
    showPanel()
    await choose(csvFile(4))
    expect(await heading('Rapport de la vérification')).toHaveFocus()
    expect(
      screen.getByText('1 ligne à créer, 1 ligne à modifier, 1 ligne inchangée, 1 ligne refusée'),
    ).toBeVisible()
    expect(refusedLines()).toEqual(["Ligne 3RefuséeChapitre : Ce chapitre n'existe pas"])
    expect(sent[0]).toMatchObject({ method: 'POST', address: '/api/admin/resources/import?dryRun=true' })
    expect(String(sent[0]?.body).split('\r\n')[0]).toBe(HEADER)
    await press('Afficher toutes les lignes (4)')
    expect(
      within(screen.getByRole('list', { name: 'Toutes les lignes' })).getAllByRole('listitem'),
    ).toHaveLength(4)
  })

  test('of what is all wrong offers no import', async () => {
    networkAnswers(report(['refused']))
    showPanel()
    await choose(csvFile(1))
    await heading('Rapport de la vérification')
    expect(screen.queryByRole('button', { name: /^Importer/ })).not.toBeInTheDocument()
    await press('Annuler')
    expect(await heading('Choisir les ressources')).toHaveFocus()
  })

  test('of an empty file says so beside the field', async () => {
    const sent = networkAnswers(report([]))
    showPanel()
    await choose(new File([''], 'autre.csv', { type: 'text/csv' }))
    await waitFor(() =>
      expect(screen.getByLabelText(/^Déposez un fichier CSV/)).toHaveAccessibleDescription(
        /Ce fichier est vide\.$/,
      ),
    )
    expect(sent).toHaveLength(0)
  })

  test('of what is no list of resources says what is wrong with it', async () => {
    const errors = [{ path: '', message: 'Colonnes manquantes : track, theme' }]
    const sent = networkAnswers(problem('INVALID_REQUEST', { errors }))
    showPanel()
    await choose(new File(['a;b\n1;2'], 'autre.csv', { type: 'text/csv' }))
    expect(await heading('Import impossible')).toHaveFocus()
    expect(screen.getByRole('alert')).toHaveTextContent('Colonnes manquantes : track, theme')
    expect(screen.queryByRole('button', { name: 'Reprendre' })).not.toBeInTheDocument()
    expect(sent).toHaveLength(1)
    expect(sessionStorage).toHaveLength(0)
  })

  test('names the same resource on two lines by the lines of the file', async () => {
    const [header = '', first = '', ...others] = (await csvFile(250).text()).split('\n')
    const sent = networkAnswers(
      report(Array.from({ length: 200 }, () => 'created')),
      json({
        lines: [
          { line: 4, outcome: 'refused', errors: [{ path: '', message: 'Même ressource que la ligne 3' }] },
        ],
        nextLine: null,
      }),
    )
    showPanel()
    await choose(
      new File(
        [[header, first, ...others, first.replace(';1;', ';Ondes mécaniques progressives;')].join('\n')],
        'x.csv',
      ),
    )
    await heading('Rapport de la vérification')
    expect(refusedLines()).toEqual([
      'Ligne 204RefuséeMême ressource que la ligne 203',
      'Ligne 252RefuséeMême ressource que la ligne 2',
    ])
    expect(sent).toHaveLength(2)
  })

  test('takes a file that is dropped', async () => {
    networkAnswers(report(['created']))
    showPanel()
    const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), {
      dataTransfer: { files: [csvFile(1)] },
    })
    screen.getByLabelText(/^Déposez un fichier CSV/).dispatchEvent(drop)
    expect(await screen.findByText(/^1 ligne à créer/)).toBeVisible()
    expect(drop.defaultPrevented).toBe(true)
  })
})

describe('the import', () => {
  test('sends what passed the check and tells what became of it', async () => {
    const sent = networkAnswers(report(['created', 'refused', 'updated']), report(['created', 'updated']))
    const { onImported } = showPanel()
    await choose(csvFile(3))
    await heading('Rapport de la vérification')
    await press('Importer 2 lignes')
    expect(await heading("Rapport de l'import")).toHaveFocus()
    expect(
      screen.getByText('1 ressource créée, 1 ressource modifiée, 0 ressource inchangée, 1 ligne refusée'),
    ).toBeVisible()
    expect(refusedLines()).toEqual(["Ligne 3RefuséeChapitre : Ce chapitre n'existe pas"])
    expect(sent[1]?.address).toBe('/api/admin/resources/import?dryRun=false')
    expect(
      String(sent[1]?.body)
        .split('\r\n')
        .slice(1)
        .map((line) => line.split(';')[3]),
    ).toEqual(['1000', '1002'])
    expect(onImported).toHaveBeenCalledOnce()
    expect(sessionStorage).toHaveLength(0)
    await press('Nouvel import')
    expect(await heading('Choisir les ressources')).toBeVisible()
  })

  test('goes in parts of 200 lines, and on from where the server stopped', async () => {
    const many = (count: number): Outcome[] => Array.from({ length: count }, () => 'created')
    const sent = networkAnswers(report(many(200)), report(many(50), 52), report(many(200)))
    showPanel()
    await choose(csvFile(450))
    expect(await screen.findByText(/^450 lignes à créer/)).toBeVisible()
    const parts = sent.map(({ body }) =>
      String(body)
        .split('\r\n')
        .slice(1)
        .map((line) => Number(line.split(';')[3])),
    )
    expect(parts.map((years) => [years[0], years.at(-1)])).toEqual([
      [1_000, 1_199],
      [1_200, 1_399],
      [1_250, 1_449],
    ])
  })

  test('that breaks says so and goes on from the line it had reached', async () => {
    const created: Outcome[] = Array.from({ length: 200 }, () => 'created')
    const sent = networkAnswers(report(created), problem('OWNER_REQUIRED'), report(created.slice(0, 50)))
    showPanel()
    await choose(csvFile(250))
    expect(await heading('Import interrompu')).toHaveFocus()
    expect(screen.getByRole('alert')).toHaveTextContent('200 lignes traitées sur 250.')
    await press('Reprendre')
    expect(await screen.findByText(/^250 lignes à créer/)).toBeVisible()
    expect(String(sent[2]?.body)).toContain(';1200;')
  })

  test('is tried again by itself when the network fails, then says so', async () => {
    networkKeepsReturning()
    const sent = networkAnswers(new TypeError('Failed to fetch'))
    showPanel()
    await choose(csvFile(1))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Vérifiez votre connexion Internet et réessayez.',
    )
    expect(sent).toHaveLength(3)
  })

  test('survives a reload of the tab, for the same owner only', async () => {
    const created: Outcome[] = Array.from({ length: 200 }, () => 'created')
    const sent = networkAnswers(report(created), problem('OWNER_REQUIRED'), report(['created']))
    const { unmount } = showPanel()
    await choose(csvFile(201))
    await heading('Import interrompu')
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
    expect(sent).toHaveLength(3)
    expect(String(sent[2]?.body)).toContain(';1200;')
  })

  test('too large for what the browser keeps goes on all the same', async () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    networkAnswers(report(['created']))
    showPanel()
    await choose(csvFile(1))
    expect(await screen.findByText(/^1 ligne à créer/)).toBeVisible()
  })

  test('shows many faults a part at a time', async () => {
    networkAnswers(report(Array.from({ length: 60 }, () => 'refused')))
    showPanel()
    await choose(csvFile(60))
    await heading('Rapport de la vérification')
    expect(refusedLines()).toHaveLength(50)
    await press('Afficher plus')
    expect(refusedLines()).toHaveLength(60)
    expect(screen.queryByRole('button', { name: 'Afficher plus' })).not.toBeInTheDocument()
  })

  test('that comes no further is not asked for ever', async () => {
    networkKeepsReturning()
    const sent = networkAnswers(report([], 2))
    showPanel()
    await choose(csvFile(1))
    expect(await heading('Import interrompu')).toBeVisible()
    expect(sent).toHaveLength(3)
  })
})

describe('a folder of Drive', () => {
  const read = async () => {
    await source('Un dossier Google Drive')
    await userEvent.type(screen.getByLabelText('Adresse du dossier Google Drive'), 'dossier')
    await press('Lire le dossier')
  }

  test('is read page by page, and its names become lines', async () => {
    const named = (name: string) => ({ file: FILE, name, size: 1 })
    const sent = networkAnswers(
      json({ items: [named('SM_Ondes_1_2019_N_enonce.pdf')], nextCursor: 'p2' }),
      json({ items: [named('image.jpg')], nextCursor: null }),
      report(['created']),
    )
    showPanel()
    await read()
    expect(
      await screen.findByText('1 ligne à créer, 0 ligne à modifier, 0 ligne inchangée, 1 ligne refusée'),
    ).toBeVisible()
    expect(refusedLines()).toEqual(['image.jpgRefuséeNom de fichier non reconnu'])
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
    [new TypeError('Failed to fetch'), 'Vérifiez votre connexion Internet et réessayez.'],
    [json({ items: [], nextCursor: null }), /^Ce dossier ne contient aucun fichier/],
  ])('that brings nothing says why', async (answer, text) => {
    networkAnswers(answer)
    showPanel()
    await read()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
  })
})

test('a pasted list of names is checked like a file', async () => {
  const sent = networkAnswers(report(['created']))
  showPanel()
  await source('Une liste de noms de fichiers')
  await press('Lire la liste')
  expect(screen.getByLabelText('Liste de fichiers')).toHaveAccessibleDescription(/Ce champ est obligatoire$/)
  await userEvent.type(screen.getByLabelText('Liste de fichiers'), `SM_Ondes_1_2019_N_enonce.pdf;${FILE}`)
  await press('Lire la liste')
  expect(await screen.findByText(/^1 ligne à créer/)).toBeVisible()
  expect(String(sent[0]?.body)).toContain(`Énoncé : Ondes mécaniques progressives - 2019 Normale;${FILE}`)
})

test('a model of the file is there to be filled in', async () => {
  const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  const kept: Blob[] = []
  URL.createObjectURL = (blob) => {
    kept.push(blob as Blob)
    return 'blob:1'
  }
  showPanel()
  await press('Télécharger un modèle')
  await waitFor(() => expect(click).toHaveBeenCalledOnce())
  expect(await kept[0]?.text()).toMatch(/track;theme;chapter;.*\r\nSM;ondes;1;2019;/)
})
