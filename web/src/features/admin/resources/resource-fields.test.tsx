import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { describe, expect, test } from 'vitest'
import { json } from '#web/test/answers.ts'
import {
  button,
  enter,
  FILE,
  FILE_FIELD,
  field,
  fillIn,
  list,
  openForm,
  second,
  showList,
  stored,
} from '../test-support/resources.tsx'

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
