import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import type { Profile } from '#shared/entities/user.ts'
import { authStore, trackQuestion, useProfile } from '#web/lib/auth/auth-state.ts'
import { refreshSession, signOut } from '#web/lib/auth/session-actions.ts'
import { offlineText } from '#web/lib/browser-storage.ts'
import { changeOfflineState } from '#web/lib/offline/offline-state.ts'
import { aProfile } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { UserMenu } from './user-menu.tsx'

vi.mock('#web/lib/auth/session-actions.ts', () => ({ refreshSession: vi.fn(), signOut: vi.fn() }))

beforeEach(() => {
  vi.mocked(refreshSession).mockReset().mockResolvedValue()
  vi.mocked(signOut).mockReset().mockResolvedValue()
})

async function openedBy(differences: Partial<Profile> = {}) {
  const profile = aProfile({ email: 'eleve@bac.ma', ...differences })
  authStore.dispatch({ type: 'opened', sessionId: 's', profile })
  renderPage(<UserMenu profile={profile} />)
  await userEvent.click(screen.getByRole('button', { name: 'eleve@bac.ma' }))
}

const OWN_PAGES = ['Mes révisions', 'Hors ligne', 'Mon compte']

test.each([
  ['a free account', {}, ['Passer en Premium', ...OWN_PAGES]],
  ['a Premium account', { isPremium: true }, ['Compte Premium', ...OWN_PAGES]],
  ['an owner', { isAdmin: true, isOwner: true }, ['Compte Premium', ...OWN_PAGES, 'Administration']],
])('the user menu of %s has its items', async (_, profile, items) => {
  await openedBy(profile)
  const shown = within(screen.getByRole('list')).getAllByRole('listitem')
  expect(shown.map(({ textContent }) => textContent)).toEqual([
    ...items,
    'Rafraîchir la session',
    'Se déconnecter',
  ])
})

test('a sign-out asks first where it would remove kept documents', async () => {
  await openedBy()
  await userEvent.click(screen.getByRole('button', { name: 'Se déconnecter' }))
  expect(signOut).toHaveBeenCalledOnce()
  vi.mocked(signOut).mockClear()
  cleanup()

  const place = { track: 'SM', chapter: null, path: '/sujets-bac/sm/2023-normale' }
  const request = { id: 'r-1', title: 'Sujet', name: 'Sujet', size: 1, place, answersPaper: null }
  const copy = { version: '1', pages: 1, fileName: 'sujet.pdf', bytes: 2, isOutdated: false }
  await openedBy({ isPremium: true })
  changeOfflineState(() => ({ documents: [{ ...request, ...copy }] }))
  onTestFinished(() => offlineText.write(null))
  const leave = () => userEvent.click(screen.getByRole('button', { name: 'Se déconnecter' }))
  await leave()
  const question = await screen.findByRole('dialog')
  expect(question).toHaveTextContent('Vos documents gardés seront enlevés de cet appareil.')
  const cancel = within(question).getByRole('button', { name: 'Annuler' })
  act(() => cancel.focus())
  await userEvent.keyboard('{Escape}')
  // Escape is the dialog's; the focus then returns to an item of the menu.
  expect(screen.getByRole('button', { name: 'eleve@bac.ma' })).toHaveAttribute('aria-expanded', 'true')
  await userEvent.click(cancel)
  expect(signOut).not.toHaveBeenCalled()
  await leave()
  const again = await screen.findByRole('dialog')
  await userEvent.click(within(again).getByRole('button', { name: 'Se déconnecter' }))
  expect(signOut).toHaveBeenCalledOnce()
})

test('the track is asked for after a sign-up, not again after "Plus tard", nor where it is known', async () => {
  const question = () => screen.queryByRole('dialog', { name: 'Quelle est votre filière ?' })
  act(() => trackQuestion.set(true))
  await openedBy({ track: null })
  await userEvent.click(await screen.findByRole('button', { name: 'Plus tard' }))
  expect(question()).not.toBeInTheDocument()
  cleanup()
  await openedBy({ track: null })
  expect(question()).not.toBeInTheDocument()
  cleanup()
  act(() => trackQuestion.set(true))
  await openedBy({ track: 'SM' })
  await act(() => import('./choose-track.tsx'))
  expect(question()).not.toBeInTheDocument()
})

const openPaymentRequest = { id: 'r-1', number: '4F7K', createdAt: '2026-03-12T12:00:00.000Z' }
const profile = aProfile({ email: 'eleve@bac.ma', isPremium: false, openPaymentRequest })

function OwnMenu() {
  const current = useProfile()
  return current && <UserMenu profile={current} />
}

test.each([
  { isPremium: true, text: 'Votre paiement est confirmé : bienvenue en Premium !' },
  { isPremium: false, text: 'Votre demande de paiement a une réponse : ouvrez la page Premium.' },
])(
  'a payment request that waits is asked for on every return to a page until it is decided: $text',
  async ({ isPremium, text }) => {
    authStore.dispatch({ type: 'opened', sessionId: 's', profile })
    renderPage(<OwnMenu />, '/svt')
    await screen.findByText(/est en attente$/)
    expect(screen.queryByText(text)).not.toBeInTheDocument()
    document.dispatchEvent(new Event('visibilitychange'))
    expect(refreshSession).toHaveBeenCalledOnce()
    const decided = { ...profile, isPremium, openPaymentRequest: null }
    act(() => authStore.dispatch({ type: 'renewed', sessionId: 's', profile: decided }))
    document.dispatchEvent(new Event('visibilitychange'))
    expect(refreshSession).toHaveBeenCalledOnce()
    expect(screen.getByText(text)).toBeVisible()
  },
)
