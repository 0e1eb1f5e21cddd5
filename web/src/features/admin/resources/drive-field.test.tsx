import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { json } from '#web/test/answers.ts'
import { button, FILE, field, list, openForm, second, showList, stored } from '../test-support/resources.tsx'

describe('the reference of a file', () => {
  const fillAndLeave = async () => {
    await userEvent.type(field('Fichier (URL ou ID Google Drive)'), FILE)
    await userEvent.tab()
  }

  test('is looked up when the field loses the focus', async () => {
    const sent = await showList(list([second]), json({ outcome: 'fine', name: 'enonce.pdf', size: 1 }))
    await openForm()
    await userEvent.type(field('Fichier (URL ou ID Google Drive)'), FILE)
    expect(sent).toHaveLength(1)
    await userEvent.tab()
    expect(await screen.findByText('Fichier trouvé : enonce.pdf')).toBeVisible()
    expect(sent[1]?.address).toBe(`/api/admin/documents/reference?file=${FILE}&type=pdf`)
  })

  test.each([
    ['none', 'court', /ID Google Drive invalide/],
    ['an announced one', 'coming-soon', /identifiant, ou coming-soon/],
    ['nothing', ' ', /identifiant, ou coming-soon/],
  ])('that is %s is judged when the field loses the focus', async (_, text, description) => {
    await showList(list([second]))
    await openForm()
    const file = field('Fichier (URL ou ID Google Drive)')
    await userEvent.type(file, text)
    expect(file).toBeValid()
    await userEvent.tab()
    expect(file).toHaveAccessibleDescription(expect.stringMatching(description))
    expect(file.matches('[aria-invalid]')).toBe(text === 'court')
  })

  test.each([
    ['missing', 'Attention : Introuvable, ou non partagé avec le compte de service'],
    ['trashed', 'Attention : Dans la corbeille de Google Drive'],
    ['wrong-type', "Attention : N'est pas du type annoncé (PDF ou vidéo)"],
  ])('that is %s is warned of, and not refused', async (outcome, text) => {
    const sent = await showList(
      list([second]),
      json({ outcome, name: null, size: null }),
      json(stored, 201),
      list([second]),
    )
    await openForm()
    await userEvent.type(field('Titre'), 'Énoncé')
    await fillAndLeave()
    expect(await screen.findByText(text)).toBeVisible()
    await userEvent.click(button('Ajouter la Ressource'))
    expect(await screen.findByText('Ressource ajoutée avec succès')).toBeVisible()
    expect(sent.filter(({ method }) => method === 'POST')).toHaveLength(1)
  })

  test.each(['coming-soon', 'court'])('that is no Drive reference is not looked up: %s', async (text) => {
    const sent = await showList(list([second]))
    await openForm()
    await userEvent.type(field('Fichier (URL ou ID Google Drive)'), text)
    await userEvent.tab()
    expect(sent).toHaveLength(1)
  })
})
