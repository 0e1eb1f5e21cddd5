import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { ManagedResource } from '#shared/contract/admin-resources.ts'
import { aLateAnswer, json, networkAnswers, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
// Loaded beforehand: how long a busy machine takes to compile it is not what is tested here.
import './import/import-panel.tsx'
import { ResourcesTab } from './resources-tab.tsx'

afterEach(() => vi.unstubAllGlobals())

const FILE = '1aBcDeFgHiJkLmNoPqRsTuVwXyZ_-1234'
const stored: ManagedResource = {
  id: 'r1',
  title: 'Énoncé : Dipôle RC - 2023 Normale',
  description: '',
  track: 'PC',
  theme: 'electricite',
  chapter: 'Dipôle RC',
  year: '2023',
  session: 'Rattrapage',
  resourceType: 'correction',
  type: 'video',
  file: FILE,
  isFree: true,
  thumbnail: 'https://exemple.invalid/image.jpg',
  captions: null,
  createdAt: '2026-03-04T12:00:00.000Z',
  updatedAt: '2026-03-04T12:00:00.000Z',
}
const second: ManagedResource = { ...stored, id: 'r2', title: 'Cours', type: 'pdf', isFree: false }
const list = (items: ManagedResource[], nextCursor: string | null = null) =>
  json({ items, nextCursor, total: 1_212 })
const fine = json({ outcome: 'unknown', name: null, size: null })

const row = (title: string) => screen.getByRole('row', { name: new RegExp(title) })
const button = (name: string | RegExp) => screen.getByRole('button', { name })
const field = (name: string | RegExp) => screen.getByLabelText(name)
const search = () => screen.getByPlaceholderText('Rechercher une ressource...')

async function showTab(...answers: (Response | Error)[]) {
  const sent = networkAnswers(...answers)
  renderPage(<ResourcesTab />, '/admin/ressources')
  await screen.findByRole('heading', { name: 'Importer des ressources' }, { timeout: 4_000 })
  return sent
}

async function showList(...answers: (Response | Error)[]) {
  const sent = await showTab(...answers)
  await screen.findByRole('table')
  return sent
}

describe('the list', () => {
  test('shows the count and every column', async () => {
    await showList(list([stored, second]))
    expect(screen.getByRole('heading', { name: 'Ressources (1212)' })).toBeVisible()
    expect(screen.getAllByRole('columnheader').map(({ textContent }) => textContent)).toEqual([
      'Chapitre',
      'Type',
      'Filière',
      'Année',
      'Session',
      'Actions',
    ])
    const cells = within(row(stored.title)).getAllByRole('cell')
    expect(cells.slice(1, 4).map(({ textContent }) => textContent)).toEqual(['PC', '2023', 'Rattrapage'])
    expect(cells[0]).toHaveTextContent('Vidéo')
    expect(within(row(second.title)).getByText('PDF')).toBeVisible()
  })

  test.each([
    [[stored], null, '1 ressource trouvée pour "rc"'],
    [[stored, second], null, '2 ressources trouvées pour "rc"'],
    [[], null, '0 ressource trouvée pour "rc"'],
    [[stored, second], 'abc', 'Les 2 premières ressources trouvées pour "rc"'],
  ])('counts what a search found', async (found, nextCursor, text) => {
    const sent = await showList(list([stored]), list(found, nextCursor))
    await userEvent.type(search(), 'rc')
    expect(await screen.findByText(text, {}, { timeout: 4_000 })).toBeVisible()
    expect(sent.map(({ address }) => address)).toEqual([
      '/api/admin/resources',
      '/api/admin/resources?search=rc',
    ])
  })

  test('says when there is nothing', async () => {
    await showTab(list([]))
    expect(await screen.findByText('Aucune ressource enregistrée.')).toBeVisible()
  })

  test('loads more with the cursor', async () => {
    const sent = await showList(list([stored], 'abc'), list([second]))
    await userEvent.click(button('Charger plus'))
    await waitFor(() => expect(row(second.title)).toBeVisible())
    expect(sent.at(-1)?.address).toBe('/api/admin/resources?cursor=abc')
  })

  test('says what failed and asks again', async () => {
    await showTab(new TypeError('Failed to fetch'), list([stored]))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Vérifiez votre connexion Internet et réessayez.',
    )
    await userEvent.click(button('Réessayer'))
    expect(await screen.findByRole('table')).toBeVisible()
  })
})

describe('a deletion', () => {
  const ask = () => userEvent.click(button(`Supprimer ${stored.title}`))
  const confirm = () =>
    userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Supprimer' }))

  test('is confirmed, told for 3 s, and the list loads again', async () => {
    const sent = await showList(list([stored]), new Response(null, { status: 204 }), list([]))
    await ask()
    expect(screen.getByRole('dialog')).toHaveTextContent(
      'Êtes-vous sûr de vouloir supprimer cette ressource ?',
    )
    await confirm()
    expect(await screen.findByText('Ressource supprimée avec succès')).toBeVisible()
    expect(await screen.findByText('Aucune ressource enregistrée.')).toBeVisible()
    expect(sent[1]).toMatchObject({ method: 'DELETE', address: '/api/admin/resources/r1' })
    expect(screen.getByRole('heading', { name: /^Ressources/ })).toHaveFocus()
    await waitFor(
      () => expect(screen.queryByText('Ressource supprimée avec succès')).not.toBeInTheDocument(),
      { timeout: 4_000 },
    )
  })

  test('that is not confirmed is none', async () => {
    const sent = await showList(list([stored]))
    await ask()
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Annuler' }))
    expect(sent).toHaveLength(1)
    expect(button(`Supprimer ${stored.title}`)).toHaveFocus()
  })

  test('that failed is told, and the row is of use again', async () => {
    await showList(list([stored]), problem('INTERNAL_ERROR'))
    await ask()
    await confirm()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Une erreur est survenue lors de la suppression de la ressource',
    )
    expect(button(`Supprimer ${stored.title}`)).toBeEnabled()
  })

  test('of the resource in the form empties the form', async () => {
    await showList(list([stored]), new Response(null, { status: 204 }), list([]))
    await userEvent.click(button('Modifier'))
    await ask()
    await confirm()
    expect(await screen.findByRole('heading', { name: 'Ajouter une Nouvelle Ressource' })).toBeVisible()
    expect(field('Titre')).toHaveValue('')
  })
})

/** What the fields hold, by their names in the contract. */
function values(): Record<string, FormDataEntryValue> {
  const form = field('Titre').closest('form')
  if (!form) throw new Error('the fields stand in no form')
  return Object.fromEntries(new FormData(form))
}

const EMPTY = {
  title: '',
  description: '',
  track: 'SM',
  theme: 'ondes',
  chapter: 'Ondes mécaniques progressives',
  year: String(new Date().getFullYear()),
  session: 'Normale',
  resourceType: 'exercise',
  type: 'pdf',
  file: '',
}

describe('the form', () => {
  test('begins with the values of the specification', async () => {
    await showList(list([stored]))
    expect(screen.getByRole('heading', { name: 'Ajouter une Nouvelle Ressource' })).toBeVisible()
    expect(values()).toEqual(EMPTY)
    expect(field('Ressource gratuite')).not.toBeChecked()
    expect(screen.queryByRole('button', { name: 'Annuler' })).not.toBeInTheDocument()
  })

  test('takes the first chapter of another theme', async () => {
    await showList(list([stored]))
    await userEvent.selectOptions(field('Chapitre'), "Propagation d'une onde lumineuse")
    await userEvent.selectOptions(field('Thème'), 'Électricité')
    expect(values()).toMatchObject({ theme: 'electricite', chapter: 'Dipôle RC' })
  })

  test.each([
    ['keeps a chapter that the other track teaches', 'Mécanique', 'Projectile', 'SVT', 'Projectile'],
    ['takes the first where it does not', 'Mécanique', 'Rotation', 'SVT', 'Lois de Newton'],
    [
      'takes another theme where it does not',
      'Électrolyse',
      'Électrolyse des solutions aqueuses',
      'SVT',
      'Ondes mécaniques progressives',
    ],
  ])('%s', async (_, theme, chapter, track, expected) => {
    await showList(list([stored]))
    await userEvent.selectOptions(field('Thème'), theme)
    await userEvent.selectOptions(field('Chapitre'), chapter)
    await userEvent.selectOptions(field('Filière'), track)
    expect(field('Chapitre')).toHaveValue(expected)
  })

  test('asks for a thumbnail for a free video only, and for captions for a video', async () => {
    await showList(list([stored]))
    const asked = () => [/^Miniature/, /^Sous-titres/].map((label) => screen.queryByLabelText(label) !== null)
    expect(asked()).toEqual([false, false])
    await userEvent.click(field('Ressource gratuite'))
    expect(asked()).toEqual([false, false])
    await userEvent.selectOptions(field('Type de fichier'), 'Vidéo')
    expect(asked()).toEqual([true, true])
    await userEvent.click(field('Ressource gratuite'))
    expect(asked()).toEqual([false, true])
  })

  test.each([
    ['Titre', ' ', 'Ce champ est obligatoire'],
    ['Année', '24', 'Veuillez entrer une année valide (4 chiffres)'],
    ['Fichier (URL ou ID Google Drive)', 'court', /^.*ID Google Drive invalide/],
  ])('refuses what is wrong: %s', async (label, text, message) => {
    const sent = await showList(list([stored]), fine)
    await fillIn()
    await userEvent.clear(field(label))
    await userEvent.type(field(label), text)
    await userEvent.click(button('Ajouter la Ressource'))
    expect(field(label)).toHaveAccessibleDescription(
      typeof message === 'string' ? message : expect.stringMatching(message),
    )
    expect(field(label)).toHaveFocus()
    expect(sent.every(({ method }) => method === 'GET')).toBe(true)
  })

  test('adds a resource, says so and begins again', async () => {
    const sent = await showList(list([second]), fine, json(stored, 201), list([stored, second]))
    await fillIn()
    await userEvent.click(button('Ajouter la Ressource'))
    expect(await screen.findByText('Ressource ajoutée avec succès')).toBeVisible()
    expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
      address: '/api/admin/resources',
      body: { ...EMPTY, title: 'Énoncé', file: FILE, isFree: false, thumbnail: null, captions: null },
    })
    expect(values()).toEqual(EMPTY)
    await waitFor(() => expect(row(stored.title)).toBeVisible())
    expect(screen.getByRole('heading', { name: 'Ajouter une Nouvelle Ressource' })).toHaveFocus()
  })

  test('is out of use while it is sent, and keeps what was typed when that fails', async () => {
    const { late, answer } = aLateAnswer()
    await showList(list([second]), fine)
    await fillIn()
    await userEvent.tab()
    vi.stubGlobal('fetch', () => late)
    await userEvent.click(button('Ajouter la Ressource'))
    expect(button('Enregistrement en cours...')).toBeDisabled()
    expect(field('Titre')).toBeDisabled()
    answer(problem('CONFLICT'))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      "Une erreur est survenue lors de l'enregistrement de la ressource",
    )
    expect(values()).toMatchObject({ title: 'Énoncé', file: FILE })
  })

  test.each([
    [true, 'Vérifiez votre connexion Internet et réessayez.'],
    [false, 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'],
  ])('keeps what was typed over a lost network (online: %s)', async (isOnline, text) => {
    await showList(list([second]), fine, new TypeError('Failed to fetch'))
    await fillIn()
    await userEvent.tab()
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    await userEvent.click(button('Ajouter la Ressource'))
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(values()).toMatchObject({ title: 'Énoncé', file: FILE })
  })
})

describe('the form for a change', () => {
  test('is filled from the row and says what it does', async () => {
    await showList(list([stored]))
    await userEvent.click(button('Modifier'))
    expect(screen.getByRole('heading', { name: 'Modifier la Ressource' })).toHaveFocus()
    expect(screen.getByText('Vous êtes en train de modifier une ressource existante')).toBeVisible()
    const { title, track, theme, chapter, year, session, resourceType, type, file, thumbnail } = stored
    const same = { title, track, theme, chapter, year, session, resourceType, type, file, thumbnail }
    expect(values()).toEqual({ ...same, description: '', captions: '', isFree: 'on' })
  })

  test('is left by Annuler, back to where it was opened', async () => {
    const sent = await showList(list([stored]))
    await userEvent.click(button('Modifier'))
    await userEvent.type(field('Titre'), ' modifié')
    await userEvent.click(button('Annuler'))
    expect(values()).toEqual(EMPTY)
    expect(button('Modifier')).toHaveFocus()
    expect(sent).toHaveLength(1)
  })

  test('saves by id, says so and leaves', async () => {
    const sent = await showList(list([stored]), json(stored), list([stored]))
    await userEvent.click(button('Modifier'))
    await userEvent.clear(field('Titre'))
    await userEvent.type(field('Titre'), 'Autre')
    await userEvent.click(button('Enregistrer les modifications'))
    expect(await screen.findByText('Ressource modifiée avec succès')).toBeVisible()
    expect(sent[1]).toMatchObject({
      method: 'PUT',
      address: '/api/admin/resources/r1',
      body: { title: 'Autre', thumbnail: stored.thumbnail, isFree: true },
    })
    expect(screen.getByRole('heading', { name: 'Ajouter une Nouvelle Ressource' })).toBeVisible()
    expect(values()).toEqual(EMPTY)
    expect(button('Modifier')).toHaveFocus()
  })
})

describe('the reference of a file', () => {
  const leave = async () => {
    await userEvent.type(field('Fichier (URL ou ID Google Drive)'), FILE)
    await userEvent.tab()
  }

  test('is looked at once it is left', async () => {
    const sent = await showList(list([second]), json({ outcome: 'fine', name: 'enonce.pdf', size: 1 }))
    await userEvent.type(field('Fichier (URL ou ID Google Drive)'), FILE)
    expect(sent).toHaveLength(1)
    await userEvent.tab()
    expect(await screen.findByText('Fichier trouvé : enonce.pdf')).toBeVisible()
    expect(sent[1]?.address).toBe(`/api/admin/documents/reference?file=${FILE}&type=pdf`)
  })

  test.each([
    ['missing', 'Attention : Introuvable, ou non partagé avec le compte de service'],
    ['trashed', 'Attention : Dans la corbeille de Google Drive'],
    ['wrong-type', "Attention : N'est pas du type annoncé (PDF ou vidéo)"],
  ])('that is %s is warned of, never refused', async (outcome, text) => {
    const sent = await showList(
      list([second]),
      json({ outcome, name: null, size: null }),
      json(stored, 201),
      list([second]),
    )
    await userEvent.type(field('Titre'), 'Énoncé')
    await leave()
    expect(await screen.findByText(text)).toBeVisible()
    await userEvent.click(button('Ajouter la Ressource'))
    expect(await screen.findByText('Ressource ajoutée avec succès')).toBeVisible()
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test.each([
    ['unknown', fine],
    ['not answered', problem('DOCUMENT_SOURCE_FAILED')],
  ])('that is %s is not spoken of', async (_, answer) => {
    const sent = await showList(list([second]), answer)
    await leave()
    await waitFor(() => expect(sent).toHaveLength(2))
    expect(screen.queryByText(/Attention|Fichier trouvé/)).not.toBeInTheDocument()
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })

  test.each(['coming-soon', 'court'])('that is none of Drive is not asked for: %s', async (text) => {
    const sent = await showList(list([second]))
    await userEvent.type(field('Fichier (URL ou ID Google Drive)'), text)
    await userEvent.tab()
    expect(sent).toHaveLength(1)
  })
})

describe('the export', () => {
  test('saves what the server answers', async () => {
    const click = vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const kept: Blob[] = []
    URL.createObjectURL = (blob) => {
      kept.push(blob as Blob)
      return 'blob:1'
    }
    await showList(list([stored]), new Response('\uFEFFtrack;theme\r\n'))
    await userEvent.click(button('Exporter (CSV)'))
    await waitFor(() => expect(click).toHaveBeenCalledOnce())
    expect(await kept[0]?.text()).toMatch(/track;theme/)
  })

  test.each([
    ['the server says', problem('INTERNAL_ERROR'), 'Une erreur est survenue. Veuillez réessayer plus tard.'],
    ['nobody says', new Response('<h1>502</h1>', { status: 502 }), 'Erreur inconnue'],
  ])('that failed tells what %s', async (_, answer, reason) => {
    await showList(list([stored]), answer)
    await userEvent.click(button('Exporter (CSV)'))
    expect(await screen.findByRole('alert')).toHaveTextContent(
      `Erreur lors de la récupération des ressources: ${reason}`,
    )
  })
})

async function fillIn() {
  await userEvent.type(field('Titre'), 'Énoncé')
  await userEvent.type(field('Fichier (URL ou ID Google Drive)'), FILE)
}
