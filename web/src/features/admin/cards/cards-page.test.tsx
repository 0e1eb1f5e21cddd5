import { screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { CardBatch, CardView } from '#shared/entities/card.ts'
import { json, networkAnswers, noContent } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { CardsPage } from './cards-page.tsx'
import { CARDS_A_SHEET } from './new-cards.tsx'

const batch = createSample(CardBatch, { label: 'Librairie Exemple', count: 24, used: 3 })
const card = createSample(CardView, { serial: `${batch.id}-001`, ending: 'HT8', usedAt: null, email: null })
const holder = { usedAt: batch.createdAt, email: 'eleve@exemple.test' }
const used = { ...card, ...holder, id: 'used', serial: `${batch.id}-002` }
const batches = (...items: CardBatch[]) => json({ items })
const cards = (...items: CardView[]) => json({ items, nextCursor: null })
const dialog = () => within(screen.getByRole('dialog'))
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

function show(...answers: Response[]) {
  const sent = networkAnswers(...answers)
  renderPage(<CardsPage />)
  return sent
}

test('shows batches with the number of used cards, and each card with its state', async () => {
  show(batches(batch), cards(card, used))
  expect(await screen.findByRole('row', { name: /^Librairie Exemple/ })).toHaveTextContent('3 sur 24')
  const row = (serial: string) => screen.findByRole('row', { name: new RegExp(`^${serial}`) })
  expect(await row(card.serial)).toHaveTextContent('Non utilisée')
  expect(await row(used.serial)).toHaveTextContent(/Activée le .* par eleve@/)
})

test('the number of new cards is checked; they are shown once, to print or to save', async () => {
  const print = vi.spyOn(window, 'print').mockReturnValue()
  // The window may have been opened by another address of the site.
  vi.stubGlobal('__SITE_ORIGIN__', 'https://revision.exemple.test')
  const codes = Array.from({ length: CARDS_A_SHEET + 1 }, (_, at) => `AAAA-BBBB-${1000 + at}`)
  const sent = show(batches(), json({ ...batch, codes }, 201), batches(batch), cards())
  await userEvent.click(await screen.findByRole('button', { name: 'Nouveau lot' }))
  await userEvent.type(dialog().getByLabelText('Lieu de vente'), 'Librairie Exemple')
  for (const count of ['501', '25']) {
    if (count === '25') expect(dialog().getByText('Un lot compte de 1 à 500 cartes')).toBeVisible()
    await userEvent.clear(dialog().getByLabelText('Nombre de cartes'))
    await userEvent.type(dialog().getByLabelText('Nombre de cartes'), count)
    await userEvent.click(dialog().getByRole('button', { name: 'Créer les cartes' }))
  }
  expect(await screen.findByText('Ces codes ne seront plus jamais affichés.')).toBeVisible()
  expect(sent[1]).toMatchObject({
    method: 'POST',
    body: { label: 'Librairie Exemple', count: 25, validUntil: '2099-07-10', premiumUntil: '2099-07-10' },
  })
  const printed = screen.getAllByRole('article')
  expect(printed.map((each) => codes.find((code) => each.textContent.includes(code)))).toEqual(codes)
  expect(printed[24]).toHaveTextContent(`${batch.id}-025`)
  expect(within(printed[0] as HTMLElement).getByRole('img')).toHaveAccessibleName(
    `https://revision.exemple.test/activer#${codes[0]}`,
  )
  await press('Terminer')
  expect(dialog().getByText(/Leurs codes seront perdus/)).toBeVisible()
  await userEvent.click(dialog().getByRole('button', { name: 'Annuler' }))
  await press('Imprimer les cartes')
  expect(print).toHaveBeenCalledOnce()
  await press('Terminer')
  expect(await screen.findByRole('row', { name: /^Librairie Exemple/ })).toBeVisible()
})

test.each([
  ['Annuler le reste', 'Annuler ces cartes', 'DELETE', `/api/admin/codes/${batch.id}`],
  ['Annuler', 'Annuler la carte', 'DELETE', `/api/admin/codes/cards/${card.id}`],
  ["Reprendre l'activation", 'Reprendre', 'POST', '/api/admin/codes/cards/used/undo'],
])('%s asks first, then is sent', async (button, confirm, method, address) => {
  const answer = method === 'POST' ? json(card) : noContent
  const sent = show(batches(batch), cards(card, used), answer, batches(batch), cards(card, used))
  await screen.findByRole('row', { name: new RegExp(`^${used.serial}`) })
  await press(button)
  expect(sent).toHaveLength(2)
  await userEvent.click(dialog().getByRole('button', { name: confirm }))
  await vi.waitFor(() => expect(sent[2]).toMatchObject({ method, address }))
})
