import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { createSample } from '#shared/contract/sample-answers.ts'
import { OwnPaymentRequest } from '#shared/entities/payment-request.ts'
import type { Profile } from '#shared/entities/user.ts'
import { seededAnswers } from '#web/lib/api/page-content.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { paymentDraftText } from '#web/lib/browser-storage.ts'
import { aProfile, json, networkAnswers, problem } from '#web/test/answers.ts'
import { createPageClient, renderPage } from '#web/test/render-page.tsx'
import { DECLARATION } from './offer-card.tsx'
import { PremiumPage, SAMPLES_PATH } from './premium-page.tsx'

vi.mock('#web/lib/auth/session-actions.ts', () => ({ refreshSession: vi.fn(async () => undefined) }))

const student = aProfile({ isPremium: false, openPaymentRequest: null })
const request = createSample(OwnPaymentRequest, {
  status: 'pending',
  means: 'Espèces',
  reference: 'Amina',
  reason: null,
  decidedAt: null,
})
const open = { id: request.id, number: request.number, createdAt: request.createdAt }
const refused = { ...request, status: 'refused', reason: "Le virement n'est pas arrivé." } as const

const waiting = () => screen.findByRole('heading', { name: /est en attente$/ })
const reference = () => screen.findByLabelText('Référence ou nom du payeur')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

function signIn(differences: Partial<Profile> = {}): void {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: { ...student, ...differences } })
}

function visit(address = DECLARATION) {
  const client = createPageClient()
  seededAnswers.set([{ route: SAMPLES_PATH, input: {}, answer: { paper: null, video: null } }])
  return renderPage(
    <Routes>
      <Route path="/premium" element={<PremiumPage />} />
      <Route path="*" element={<WhereFrom />} />
    </Routes>,
    address,
    client,
  )
}

function WhereFrom() {
  const { pathname, state } = useLocation()
  return <p>{`${pathname} ${JSON.stringify(state)}`}</p>
}

beforeEach(() => {
  authStore.dispatch({ type: 'ended' })
  paymentDraftText.write(null)
})

test('a visitor who has paid is led through the sign-up and back to the form', async () => {
  visit('/premium')
  await userEvent.click(screen.getByRole('link', { name: "J'ai payé" }))
  await userEvent.click(await screen.findByRole('link', { name: 'Créer un compte' }))
  expect(screen.getByText(`/signup {"from":"${DECLARATION}"}`)).toBeVisible()
})

describe('a student who has paid', () => {
  test('begins at the title of the form, once a dialog over it is closed', async () => {
    signIn()
    networkAnswers(json({ items: [] }))
    const dialog = document.body.appendChild(document.createElement('dialog'))
    dialog.open = true
    visit()
    await reference()
    const title = screen.getByRole('heading', { name: "J'ai payé" })
    expect(title).not.toHaveFocus()
    dialog.remove()
    dialog.dispatchEvent(new Event('close'))
    expect(title).toHaveFocus()
  })

  test('reads before sending that the access is open already, and what the server refuses at its field', async () => {
    signIn({ isPremium: true, premiumLastDay: '2099-07-10' })
    const errors = [{ path: 'paidOn', message: 'Cette date est dans le futur' }]
    networkAnswers(json({ items: [] }), problem('INVALID_REQUEST', { errors }))
    visit()
    await userEvent.type(await reference(), 'Amina')
    expect(screen.getByText(/^Votre accès est déjà ouvert jusqu'au 10 juillet 2099/)).toBeVisible()
    await press('Envoyer ma demande')
    expect(await screen.findByText('Cette date est dans le futur')).toBeVisible()
    expect(screen.getByLabelText('Date du paiement')).toHaveFocus()
    fireEvent.input(screen.getByLabelText('Date du paiement'), { target: { value: '2026-01-02' } })
    expect(screen.queryByText('Cette date est dans le futur')).not.toBeInTheDocument()
  })

  test('finds again what was typed, unlike another account', async () => {
    signIn()
    networkAnswers(json({ items: [] }))
    const { unmount } = visit()
    await userEvent.type(await reference(), 'CODE 7')
    unmount()
    const again = visit()
    expect(await reference()).toHaveValue('CODE 7')
    again.unmount()
    signIn({ id: 'another-account' })
    visit()
    expect(await reference()).toHaveValue('')
  })

  test('corrects the request that waits', async () => {
    signIn({ openPaymentRequest: open })
    const corrected = { ...request, reference: 'Karim' }
    const sent = networkAnswers(json({ items: [request] }), json(corrected), json({ items: [corrected] }))
    visit()
    expect(await reference()).toHaveValue('Amina')
    await userEvent.clear(await reference())
    await userEvent.type(await reference(), 'Karim')
    await press('Enregistrer la correction')
    expect(await waiting()).toBeVisible()
    expect(sent[1]).toMatchObject({
      method: 'PUT',
      address: `/api/account/payment-requests/${request.id}`,
      body: { reference: 'Karim' },
    })
  })
})

describe('what has become of a payment', () => {
  test('a refusal says why, and its correction is a new request with the same fields', async () => {
    signIn()
    const sent = networkAnswers(json({ items: [refused] }), json(request, 201), json({ items: [request] }))
    visit('/premium')
    expect(await screen.findByText(refused.reason)).toBeVisible()
    await userEvent.click(screen.getByRole('link', { name: 'Corriger ma demande' }))
    expect(await reference()).toHaveValue('Amina')
    await press('Envoyer ma demande')
    expect(await waiting()).toBeVisible()
    expect(sent[1]).toMatchObject({ method: 'POST', body: { means: 'Espèces', reference: 'Amina' } })
  })

  test.each([true, false])(
    'that waits says when payments are looked at, and whether its picture has arrived (%s)',
    async (hasReceipt) => {
      signIn({ openPaymentRequest: open })
      networkAnswers(json({ items: [{ ...request, hasReceipt }] }))
      visit('/premium')
      expect(
        await screen.findByText(/de plus\. Nous répondons du lundi au vendredi, de 9h à 18h\.$/),
      ).toBeVisible()
      await screen.findByRole('link', { name: 'Corriger' })
      await waitFor(() =>
        expect(screen.queryAllByText('La photo du reçu est bien arrivée.')).toHaveLength(hasReceipt ? 1 : 0),
      )
    },
  )

  test('an approval that comes with a heartbeat opens Premium with a word of welcome', async () => {
    signIn({ openPaymentRequest: open })
    const approved = { ...request, status: 'approved', decidedAt: new Date().toISOString() }
    networkAnswers(json({ items: [request] }), json({ items: [approved] }))
    visit('/premium')
    expect(await waiting()).toBeVisible()
    await screen.findByRole('link', { name: 'Corriger' })
    act(() =>
      authStore.dispatch({
        type: 'renewed',
        sessionId: 's',
        profile: { ...student, isPremium: true, premiumLastDay: '2099-07-10' },
      }),
    )
    expect(await screen.findByText(/^Bienvenue en Premium/)).toBeVisible()
    expect(screen.getByText(/^Votre paiement est confirmé.* jusqu'au 10 juillet 2099\./)).toBeVisible()
  })
})
