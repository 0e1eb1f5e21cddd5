import { screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test, vi } from 'vitest'
import { aLateAnswer, json, noNetwork, problem } from '#web/test/answers.ts'
import {
  button,
  EMPTY,
  FILE,
  field,
  fillIn,
  fine,
  list,
  row,
  second,
  showList,
  stored,
  values,
} from './test-support/resources.tsx'

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
    await showList(list([second]), fine, noNetwork)
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
