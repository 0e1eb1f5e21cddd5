import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { passes, stopClock } from '#web/features/admin/test-support/clock.ts'
import {
  button,
  EMPTY,
  enter,
  FILE,
  FILE_FIELD,
  field,
  fillIn,
  fine,
  list,
  openForm,
  row,
  second,
  showList,
  stored,
  values,
} from '#web/features/admin/test-support/resources.tsx'
import { json, problem } from '#web/test/answers.ts'
import { keepSavedFiles } from '#web/test/browser-files.ts'

describe('the form of a new resource', () => {
  test('keeps a chapter that another track teaches; otherwise it selects the first one, of another theme if need be', async () => {
    await showList(list([stored]))
    await openForm()
    const [track, theme, chapter] = [field('Filière'), field('Thème'), field('Chapitre')]
    for (const [ofTheme, chosen, expected] of [
      ['Mécanique', 'Projectile', 'Projectile'],
      ['Mécanique', 'Rotation', 'Lois de Newton'],
      ['Électrolyse', 'Électrolyse des solutions aqueuses', 'Ondes mécaniques progressives'],
    ]) {
      fireEvent.change(track, { target: { value: 'SM' } })
      await userEvent.selectOptions(theme, ofTheme ?? '')
      await userEvent.selectOptions(chapter, chosen ?? '')
      fireEvent.change(track, { target: { value: 'SVT' } })
      expect(chapter).toHaveValue(expected)
    }
  })

  test('has a field for the thumbnail of a free video only, and for the captions of a video', async () => {
    await showList(list([stored]))
    await openForm()
    const asked = () => [/^Miniature/, /^Sous-titres/].map((label) => screen.queryByLabelText(label) !== null)
    expect(asked()).toEqual([false, false])
    await userEvent.click(field('Ressource gratuite'))
    expect(asked()).toEqual([false, false])
    await userEvent.selectOptions(field('Type de fichier'), 'Vidéo')
    expect(asked()).toEqual([true, true])
    await userEvent.click(field('Ressource gratuite'))
    expect(asked()).toEqual([false, true])
  })

  test('refuses an invalid value, says why and leads there', async () => {
    const sent = await showList(list([stored]), fine)
    await openForm()
    await fillIn()
    for (const [label, text, message] of [
      ['Année', '24', 'Veuillez entrer une année valide (4 chiffres)'],
      ['Année', '2007', "L'année doit être comprise entre 2008 et 2100"],
      ['Titre', ' ', 'Ce champ est obligatoire'],
    ] as const) {
      await enter(label, text)
      await userEvent.click(button('Ajouter la Ressource'))
      expect(field(label)).toHaveAccessibleDescription(message)
      expect(field(label)).toHaveFocus()
    }
    expect(sent.every(({ method }) => method === 'GET')).toBe(true)
  })

  test('stays open and empty on demand; else it closes, and returns to the button that opened it', async () => {
    const added = json(stored, 201)
    const sent = await showList(list([second]), fine, added, list([second]), fine, added, list([stored]))
    await openForm()
    await fillIn()
    await userEvent.click(button('Enregistrer et ajouter une autre'))
    expect(await screen.findByText('Ressource ajoutée avec succès')).toBeVisible()
    await waitFor(() => expect(values()).toEqual(EMPTY))
    expect(field('Titre')).toHaveFocus()
    await fillIn()
    await userEvent.click(button('Ajouter la Ressource'))
    await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
    expect(row(stored.title)).toBeVisible()
    expect(button('Ajouter')).toHaveFocus()
    const resource = { title: 'Énoncé', file: FILE, isFree: false, thumbnail: null, captions: null }
    const created = { address: '/api/admin/resources', body: { ...EMPTY, ...resource } }
    expect(sent.filter(({ method }) => method === 'POST')).toMatchObject([created, created])
  })

  test('asks before it closes over typed values', async () => {
    await showList(list([stored]))
    await openForm()
    await enter('Titre', 'Énoncé')
    await userEvent.click(button('Fermer'))
    const question = within(screen.getByRole('dialog', { name: 'Abandonner la saisie' }))
    await userEvent.click(question.getByRole('button', { name: 'Annuler' }))
    expect(field('Titre')).toHaveValue('Énoncé')
    await userEvent.click(button('Fermer'))
    await userEvent.click(button('Abandonner'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

test('the form of an existing resource saves by id, closes and shows the answer in the row without loading the list again', async () => {
  const sent = await showList(list([stored]), json({ ...stored, title: 'Autre' }))
  await userEvent.click(button('Modifier'))
  await enter('Titre', 'Autre')
  await userEvent.click(button('Enregistrer les modifications'))
  expect(await screen.findByText('Ressource modifiée avec succès')).toBeVisible()
  expect(sent[1]).toMatchObject({
    method: 'PUT',
    address: '/api/admin/resources/r1',
    body: { title: 'Autre', thumbnail: stored.thumbnail, isFree: true },
  })
  expect(row('Autre')).toBeVisible()
  expect(sent).toHaveLength(2)
  expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  expect(button('Modifier')).toHaveFocus()
})

describe('the reference of a file', () => {
  test('is looked up when the field loses the focus', async () => {
    const sent = await showList(
      list([second]),
      json({ outcome: 'fine', name: 'enonce.pdf', size: 1, detail: null }),
    )
    await openForm()
    await enter(FILE_FIELD, FILE)
    expect(sent).toHaveLength(1)
    await userEvent.tab()
    expect(await screen.findByText('Fichier trouvé : enonce.pdf')).toBeVisible()
    expect(sent[1]?.address).toBe(`/api/admin/documents/reference?file=${FILE}&type=pdf`)
  })

  test('that is none is judged when the field loses the focus, and not looked up', async () => {
    const sent = await showList(list([second]))
    await openForm()
    const file = field(FILE_FIELD)
    for (const [text, description] of [
      ['court', /ID Google Drive invalide/],
      ['coming-soon', /identifiant, ou coming-soon/],
      [' ', /identifiant, ou coming-soon/],
    ] as const) {
      await enter(FILE_FIELD, text)
      expect(file).toBeValid()
      await userEvent.tab()
      expect(file).toHaveAccessibleDescription(expect.stringMatching(description))
      expect(file.matches('[aria-invalid]')).toBe(text === 'court')
    }
    expect(sent).toHaveLength(1)
  })

  test.each([
    ['missing', null, /^Attention : Introuvable, ou non partagé avec le compte de service\. Partagez/],
    ['unreadable', 'mot de passe', /^Attention : PDF illisible \(mot de passe\)\. Ce PDF demande/],
  ])('that is %s is warned of, and not refused', async (outcome, detail, text) => {
    const answer = json({ outcome, name: null, size: null, detail })
    const sent = await showList(list([second]), answer, json(stored, 201), list([second]))
    await openForm()
    await fillIn()
    await userEvent.tab()
    expect(await screen.findByText(text)).toBeVisible()
    await userEvent.click(button('Ajouter la Ressource'))
    expect(await screen.findByText('Ressource ajoutée avec succès')).toBeVisible()
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })
})

test('the list of resources shows those in a state by the address, and saves them as a file', async () => {
  const saved = keepSavedFiles()
  const found = () => json({ items: [second], nextCursor: null, total: 1 })
  const sent = await showList(list([stored, second]), found(), found())
  await userEvent.selectOptions(screen.getByLabelText('Afficher'), 'Jamais ouvert depuis un an')
  expect(await screen.findByRole('heading', { name: 'Ressources (1)' })).toBeVisible()
  await userEvent.click(button('Cette liste (CSV)'))
  await waitFor(() => expect(saved.length).toBe(1))
  expect(sent.slice(1).map(({ address }) => address)).toEqual([
    '/api/admin/resources?state=unopened',
    '/api/admin/resources?state=unopened&limit=100',
  ])
})
test('the deletion of a resource is done also where a first answer was lost, and is announced for 3 s', async () => {
  const sent = await showList(list([stored]), problem('NOT_FOUND'), list([]))
  const user = stopClock()
  await user.click(button(`Supprimer ${stored.title}`))
  await user.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Supprimer' }))
  expect(await screen.findByText('Ressource supprimée avec succès')).toBeVisible()
  expect(await screen.findByText('Aucune ressource enregistrée.')).toBeVisible()
  expect(sent[1]).toMatchObject({ method: 'DELETE', address: '/api/admin/resources/r1' })
  expect(screen.getByRole('heading', { name: /^Ressources/ })).toHaveFocus()
  await passes(3_000)
  expect(screen.queryByText('Ressource supprimée avec succès')).not.toBeInTheDocument()
})

test('the export of resources reads every page and saves one file with one header', async () => {
  const kept = keepSavedFiles()
  const page = (line: string, next?: string) =>
    new Response(`\uFEFFtrack;theme\r\n${line}`, { headers: next ? { 'X-Next-Cursor': next } : {} })
  const sent = await showList(list([stored]), page('SM;"a\r\nb"', 'second'), page('PC;c'))
  await userEvent.click(button('Exporter (CSV)'))
  await waitFor(() => expect(kept).toHaveLength(1))
  expect(await kept[0]?.text()).toMatch(/^\uFEFF?track;theme\r\nSM;"a\r\nb"\r\nPC;c$/)
  expect(sent.slice(1).map(({ address }) => address)).toEqual([
    '/api/admin/resources/export',
    '/api/admin/resources/export?cursor=second',
  ])
})

test('an import loads the list again', async () => {
  const report = json({ lines: [{ line: 2, outcome: 'created', errors: [] }], nextLine: null })
  const sent = await showList(list([second]), report, report, list([stored, second]))
  const csv =
    'track;theme;chapter;year;session;resourceType;type;title;file\nSM;ondes;1;2024;Normale;exercise;pdf;T;x'
  await userEvent.upload(screen.getByLabelText(/^Déposez un fichier CSV/), new File([csv], 'liste.csv'))
  await userEvent.click(await screen.findByRole('button', { name: 'Importer 1 ligne' }))
  await waitFor(() => expect(row(stored.title)).toBeVisible())
  expect(sent).toHaveLength(4)
})
