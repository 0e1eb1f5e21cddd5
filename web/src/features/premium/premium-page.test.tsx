import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { questions } from './faq.ts'
import { PremiumPage } from './premium-page.tsx'

beforeEach(() => authStore.dispatch({ type: 'ended' }))

const message = () =>
  new URL(screen.getByRole('link', { name: 'Écrire sur WhatsApp' }).getAttribute('href') ?? '')

test('says what it costs, how long it holds and how to get it', () => {
  renderPage(<PremiumPage />)
  expect(screen.getByRole('heading', { level: 1, name: 'Accès Premium' })).toBeVisible()
  expect(screen.getByText('250 DH')).toBeVisible()
  expect(screen.getByText("Un seul paiement, valable jusqu'au 10 juillet 2026.")).toBeVisible()
  const steps = within(screen.getByRole('region', { name: /^Comment faire/ })).getAllByRole('listitem')
  expect(steps.map((step) => within(step).getByRole('heading').textContent)).toEqual([
    'Contactez-nous',
    'Payez',
    'Accédez',
  ])
  expect(screen.getByRole('link', { name: 'Nous contacter' })).toHaveAttribute('href', '/contact')
})

test('the message to the owner carries the e-mail of the signed-in account', () => {
  renderPage(<PremiumPage />)
  expect(message().host + message().pathname).toBe('wa.me/212600000000')
  expect(message().searchParams.get('text')).toMatch(/Email de mon compte :$/)
  act(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() }))
  expect(message().searchParams.get('text')).toContain('eleve@exemple.invalid')
})

test('a Premium student is not asked to buy', () => {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isPremium: true }) })
  renderPage(<PremiumPage />)
  expect(screen.getByText("Votre compte a déjà l'accès Premium.")).toBeVisible()
  expect(screen.queryByRole('link', { name: /WhatsApp/ })).not.toBeInTheDocument()
})

test('names the account for the transfer, copies its number, and names both agencies', async () => {
  const user = userEvent.setup()
  renderPage(<PremiumPage />)
  for (const text of ['Banque Exemple', 'Révision Bac', 'Agence Transfert Un', 'Agence Transfert Deux'])
    expect(screen.getByText(text)).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Copier le numéro de compte' }))
  expect(await navigator.clipboard.readText()).toBe('000 000 0000000000000000 00')
  expect(screen.getByRole('status')).toHaveTextContent('Le numéro de compte est copié.')
})

test('shows a message when copying is refused', async () => {
  const user = userEvent.setup()
  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('', 'NotAllowedError'))
  renderPage(<PremiumPage />)
  await user.click(screen.getByRole('button', { name: 'Copier le numéro de compte' }))
  expect(screen.getByRole('status')).toHaveTextContent('Copie impossible')
})

test('answers the questions', () => {
  renderPage(<PremiumPage />)
  expect(screen.getAllByRole('group')).toHaveLength(questions.length)
})
