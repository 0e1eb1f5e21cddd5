import { screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { json } from '#web/test/answers.ts'
import {
  button,
  EMPTY,
  FILE,
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
} from '../test-support/resources.tsx'

describe('the form of a new resource', () => {
  test.each([
    ['keeps a chapter that the other track teaches', 'Mécanique', 'Projectile', 'SVT', 'Projectile'],
    ['selects the first chapter where it does not', 'Mécanique', 'Rotation', 'SVT', 'Lois de Newton'],
    [
      'selects another theme where it does not',
      'Électrolyse',
      'Électrolyse des solutions aqueuses',
      'SVT',
      'Ondes mécaniques progressives',
    ],
  ])('%s', async (_, theme, chapter, track, expected) => {
    await showList(list([stored]))
    await openForm()
    await userEvent.selectOptions(field('Thème'), theme)
    await userEvent.selectOptions(field('Chapitre'), chapter)
    await userEvent.selectOptions(field('Filière'), track)
    expect(field('Chapitre')).toHaveValue(expected)
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

  test.each([
    ['Titre', ' ', 'Ce champ est obligatoire'],
    ['Année', '24', 'Veuillez entrer une année valide (4 chiffres)'],
    ['Année', '2007', "L'année doit être comprise entre 2008 et 2100"],
    ['Année', '2101', "L'année doit être comprise entre 2008 et 2100"],
    ['Fichier (URL ou ID Google Drive)', 'court', /^.*ID Google Drive invalide/],
  ])('refuses an invalid value: %s %s', async (label, text, message) => {
    const sent = await showList(list([stored]), fine)
    await openForm()
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

  test('adds a resource, closes and returns to the button that opened it', async () => {
    const sent = await showList(list([second]), fine, json(stored, 201), list([stored, second]))
    await openForm()
    await fillIn()
    await userEvent.click(button('Ajouter la Ressource'))
    expect(await screen.findByText('Ressource ajoutée avec succès')).toBeVisible()
    expect(sent.find(({ method }) => method === 'POST')).toMatchObject({
      address: '/api/admin/resources',
      body: { ...EMPTY, title: 'Énoncé', file: FILE, isFree: false, thumbnail: null, captions: null },
    })
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    await waitFor(() => expect(row(stored.title)).toBeVisible())
    expect(button('Ajouter')).toHaveFocus()
  })

  test('stays open on demand, empty again, and says that the resource was added', async () => {
    const added = json(stored, 201)
    const sent = await showList(
      list([second]),
      fine,
      added,
      list([stored, second]),
      fine,
      json(stored, 201),
      list([]),
    )
    await openForm()
    for (const count of [1, 2]) {
      await fillIn()
      await userEvent.click(button('Enregistrer et ajouter une autre'))
      await waitFor(() => expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(count))
      expect(await screen.findByText('Ressource ajoutée avec succès')).toBeVisible()
      await waitFor(() => expect(values()).toEqual(EMPTY))
      expect(field('Titre')).toHaveFocus()
    }
    await userEvent.click(button('Fermer'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })

  test('asks before it closes over typed values', async () => {
    await showList(list([stored]))
    await openForm()
    await userEvent.type(field('Titre'), 'Énoncé')
    await userEvent.click(button('Fermer'))
    const question = within(screen.getByRole('dialog', { name: 'Abandonner la saisie' }))
    await userEvent.click(question.getByRole('button', { name: 'Annuler' }))
    expect(field('Titre')).toHaveValue('Énoncé')
    await userEvent.click(button('Fermer'))
    await userEvent.click(button('Abandonner'))
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
  })
})

describe('the form of an existing resource', () => {
  test('saves by id, closes and shows the answer in the row without loading the list again', async () => {
    const sent = await showList(list([stored]), json({ ...stored, title: 'Autre' }))
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
    expect(row('Autre')).toBeVisible()
    expect(sent).toHaveLength(2)
    expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
    expect(button('Modifier')).toHaveFocus()
  })
})
