import { act, cleanup, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Profile } from '#shared/entities/user.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { refreshSession, signOut } from '#web/lib/auth/session-actions.ts'
import { askForTrack } from '#web/lib/auth/track-question.ts'
import { useProfile } from '#web/lib/auth/use-auth.ts'
import { offlineText } from '#web/lib/kept-text.ts'
import { changeOfflineState } from '#web/lib/offline/offline-state.ts'
import { aProfile } from '#web/test/profiles.ts'
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

test.each([
  [
    'a free account',
    {},
    [
      'Passer en Premium',
      'Mes révisions',
      'Hors ligne',
      'Mon compte',
      'Rafraîchir la session',
      'Se déconnecter',
    ],
  ],
  [
    'a Premium account',
    { isPremium: true },
    [
      'Compte Premium',
      'Mes révisions',
      'Hors ligne',
      'Mon compte',
      'Rafraîchir la session',
      'Se déconnecter',
    ],
  ],
  [
    'an owner',
    { isAdmin: true, isOwner: true },
    [
      'Compte Premium',
      'Mes révisions',
      'Hors ligne',
      'Mon compte',
      'Administration',
      'Rafraîchir la session',
      'Se déconnecter',
    ],
  ],
])('the user menu of %s has its items', async (_, profile, items) => {
  await openedBy(profile)
  expect(
    within(screen.getByRole('list'))
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(items)
  expect(screen.getByRole('link', { name: 'Mon compte' })).toHaveAttribute('href', '/compte')
})

test('the user menu signs out', async () => {
  await openedBy()
  await userEvent.click(screen.getByRole('button', { name: 'Se déconnecter' }))
  expect(signOut).toHaveBeenCalledOnce()
})

test('a sign-out that would remove kept documents asks first', async () => {
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
  await userEvent.click(within(question).getByRole('button', { name: 'Annuler' }))
  expect(signOut).not.toHaveBeenCalled()
  await leave()
  const again = await screen.findByRole('dialog')
  await userEvent.click(within(again).getByRole('button', { name: 'Se déconnecter' }))
  expect(signOut).toHaveBeenCalledOnce()
})

describe('the question about the track', () => {
  const question = () => screen.queryByRole('dialog', { name: 'Quelle est votre filière ?' })
  beforeEach(() => act(() => askForTrack(true)))

  test('is asked after a sign-up, and not again after "Plus tard"', async () => {
    await openedBy({ track: null })
    await userEvent.click(await screen.findByRole('button', { name: 'Plus tard' }))
    expect(question()).not.toBeInTheDocument()
    cleanup()
    await openedBy({ track: null })
    expect(question()).not.toBeInTheDocument()
  })

  test('is not asked where the account has a track', async () => {
    await openedBy({ track: 'SM' })
    await act(() => import('./track-question.tsx'))
    expect(question()).not.toBeInTheDocument()
  })
})

describe('a payment request that waits', () => {
  const openPaymentRequest = { id: 'r-1', number: '4F7K', createdAt: '2026-03-12T12:00:00.000Z' }
  const profile = aProfile({ email: 'eleve@bac.ma', isPremium: false, openPaymentRequest })

  async function openedOn(address: string) {
    authStore.dispatch({ type: 'opened', sessionId: 's', profile })
    renderPage(<OwnMenu />, address)
    await screen.findByText(/est en attente$/)
  }

  function OwnMenu() {
    const current = useProfile()
    return current && <UserMenu profile={current} />
  }

  const decide = (isPremium: boolean) =>
    act(() =>
      authStore.dispatch({
        type: 'renewed',
        sessionId: 's',
        profile: { ...profile, isPremium, openPaymentRequest: null },
      }),
    )

  test('is asked for when the student comes back to the page, and no more once it is decided', async () => {
    await openedOn('/svt')
    document.dispatchEvent(new Event('visibilitychange'))
    expect(refreshSession).toHaveBeenCalledOnce()
    decide(true)
    document.dispatchEvent(new Event('visibilitychange'))
    expect(refreshSession).toHaveBeenCalledOnce()
  })

  test.each([
    { isPremium: true, text: 'Votre paiement est confirmé : bienvenue en Premium !' },
    { isPremium: false, text: 'Votre demande de paiement a une réponse : ouvrez la page Premium.' },
  ])('is announced on any page once it is decided: $text', async ({ isPremium, text }) => {
    await openedOn('/svt')
    expect(screen.queryByText(text)).not.toBeInTheDocument()
    decide(isPremium)
    expect(screen.getByText(text)).toBeVisible()
  })
})
