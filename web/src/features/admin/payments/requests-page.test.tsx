import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { ManagedPaymentRequest } from '#shared/entities/payment-request.ts'
import { seedSettings } from '#web/lib/settings.ts'
import { json, networkAnswers, problem } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { RequestsPage } from './requests-page.tsx'

const settings = { ...__FIRST_SETTINGS__, priceDh: 250, premiumValidUntil: '2099-07-10' }
const request = (changes: Partial<ManagedPaymentRequest> = {}) =>
  createSample(ManagedPaymentRequest, { sameReference: [], ...changes })
const list = (...items: ManagedPaymentRequest[]) => json({ items, nextCursor: null, total: items.length })
const card = () => within(screen.getByRole('article'))
const press = (name: string) => userEvent.click(card().getByRole('button', { name }))

const seed = (changes: object = {}, isOfferOver = false) =>
  seedSettings({ settings: { ...settings, ...changes }, isOfferOver, isAnnounced: false, utcOffset: 0 })
beforeEach(() => seed())

async function show(address: string, ...answers: Response[]) {
  const sent = networkAnswers(...answers)
  renderPage(<RequestsPage />, address)
  await screen.findByRole('heading', { name: /^Demandes \(\d\)$/ })
  return sent
}

test('shows what the reference did otherwise, and approves as it was seen', async () => {
  const shown = request({
    amountDh: 200,
    isFromYoungAccount: true,
    sameReference: [{ email: 'autre@exemple.test', date: '2026-03-04T12:00:00.000Z' }],
  })
  const approved = { ...shown, status: 'approved', isPremium: true, premiumLastDay: '2099-07-10' }
  const sent = await show('/admin/demandes', list(shown), json(approved), list())
  expect(screen.getByRole('article')).toHaveTextContent('200 DH (prix : 250 DH)')
  expect(card().getByText('Compte récent')).toBeVisible()
  expect(screen.getByRole('article')).toHaveTextContent(
    'Cette référence figure déjà sur :un paiement de autre@exemple.test, le 04/03/2026',
  )
  const focus = vi.spyOn(HTMLElement.prototype, 'focus')
  await press("Activer jusqu'au 10 juillet 2099")
  expect(await screen.findByText(`${shown.email} : Premium activé jusqu'au 10 juillet 2099`)).toBeVisible()
  expect(await screen.findByText('Aucune demande en attente.')).toBeVisible()
  const body = { decision: 'approve', updatedAt: shown.updatedAt }
  expect(sent[1]).toMatchObject({ method: 'PUT', body })
  expect(screen.getByRole('heading', { name: 'Demandes (0)' })).toHaveFocus()
  expect(focus).toHaveBeenLastCalledWith({ preventScroll: false })
})

test('says that a request adds no day to an account with Premium, and offers to prolong it', async () => {
  const shown = request({ isPremium: true, premiumLastDay: '2100-01-31' })
  const approved = json({ ...shown, status: 'approved' })
  const sent = await show('/admin/demandes', list(shown), approved, list())
  expect(screen.getByRole('article')).toHaveTextContent("Déjà Premium, jusqu'au 31 janvier 2100")
  expect(card().getByText("Cette demande n'ajoute aucun jour à l'accès.")).toBeVisible()
  await press("Prolonger jusqu'au...")
  const dialog = within(screen.getByRole('dialog'))
  fireEvent.change(dialog.getByLabelText('Date de fin'), { target: { value: '2100-01-30' } })
  await userEvent.click(dialog.getByRole('button', { name: 'Prolonger' }))
  expect(dialog.getByText('Le Premium de ce compte va déjà plus loin')).toBeVisible()
  await userEvent.click(dialog.getByRole('button', { name: 'Fermer' }))
  await press('Noter un autre paiement')
  expect(await screen.findByText(`${shown.email} : paiement noté`)).toBeVisible()
  expect(sent[1]).toMatchObject({ method: 'PUT', body: { decision: 'approve' } })
})

test('asks for the last day when the offer is over', async () => {
  seed({ premiumValidUntil: '2020-07-10' }, true)
  const sent = await show('/admin/demandes', list(request()), json(request()), list())
  await press("Activer jusqu'au...")
  const dialog = within(screen.getByRole('dialog'))
  await userEvent.click(dialog.getByRole('button', { name: 'Activer' }))
  expect(dialog.getByText(/^L'offre est terminée : indiquez jusqu'à quand/)).toBeVisible()
  await userEvent.type(dialog.getByLabelText('Date de fin'), '2099-06-30')
  await userEvent.clear(dialog.getByLabelText('Montant reçu (DH)'))
  await userEvent.type(dialog.getByLabelText('Montant reçu (DH)'), '199,50')
  await userEvent.click(dialog.getByRole('button', { name: 'Activer' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).not.toBeInTheDocument())
  expect(sent[1]?.body).toMatchObject({ decision: 'approve', until: '2099-06-30', amountDh: 199.5 })
})

describe('a refusal', () => {
  beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }))
  afterEach(() => void vi.useRealTimers())
  const choose = async (name: RegExp) => {
    await press('Refuser')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name }))
  }
  const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))

  test('waits ten seconds, in which it can be taken back, and stays when it fails', async () => {
    const sent = await show(
      '/admin/demandes',
      list(request()),
      problem('TEMPORARILY_UNAVAILABLE'),
      json(request({ status: 'refused' })),
      list(),
    )
    await choose(/^Nous ne trouvons pas ce paiement/)
    await pass(8_000)
    await press('Annuler')
    await pass(20_000)
    await choose(/^Autre raison/)
    await userEvent.type(screen.getByLabelText('Raison'), 'Deux fois 100 DH')
    await userEvent.click(within(screen.getByRole('dialog')).getByRole('button', { name: 'Refuser' }))
    expect(card().getByRole('status')).toHaveTextContent('Refus envoyé dans dix secondes : Deux fois 100 DH')
    expect(sent).toHaveLength(1)
    await pass(10_000)
    expect(await card().findByRole('alert')).toHaveTextContent('Le service est momentanément indisponible.')
    await press('Réessayer')
    expect(await screen.findByText(/refusée$/)).toBeVisible()
    const body = expect.objectContaining({ decision: 'refuse', reason: 'Deux fois 100 DH' })
    expect(sent.slice(1, 3).map((call) => call.body)).toEqual([body, body])
  })

  test('of a payment for another account leads to the Premium to move, and is sent at once', async () => {
    const shown = request({ isPremium: true })
    const sent = await show('/admin/demandes', list(shown), json({ ...shown, status: 'refused' }))
    await choose(/^Payé pour un autre compte/)
    const move = screen.getByRole('link', { name: `Refuser et déplacer le Premium de ${shown.email}` })
    expect(move).toHaveFocus()
    expect(move).toHaveAttribute('href', `/admin?${new URLSearchParams({ q: shown.email })}`)
    await userEvent.click(move)
    cleanup()
    await waitFor(() =>
      expect(sent[1]?.body).toMatchObject({ decision: 'refuse', reason: 'Payé pour un autre compte.' }),
    )
  })
})

test('says who was first, and loads the list again', async () => {
  const detail = 'Cette demande est déjà refusée.'
  await show('/admin/demandes', list(request()), problem('CONFLICT', { detail }), list())
  await press("Activer jusqu'au 10 juillet 2099")
  expect(await screen.findByText(detail)).toBeVisible()
  expect(await screen.findByText('Aucune demande en attente.')).toBeVisible()
})
