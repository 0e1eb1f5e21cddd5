import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Profile } from '#shared/entities/user.ts'
import { accountChanges, type PasswordChange } from '#web/lib/auth/account-changes.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { AccountPage } from './account-page.tsx'

vi.mock('#web/lib/auth/account-changes.ts', () => ({ accountChanges: { changePassword: vi.fn() } }))

const OTHERS_SIGNED_IN =
  "Votre mot de passe a été modifié, mais les autres appareils n'ont pas pu être déconnectés. Vérifiez votre connexion Internet, puis changez-le à nouveau."

const { changePassword } = accountChanges
const current = () => screen.getByLabelText('Mot de passe actuel')
const next = () => screen.getByLabelText('Nouveau mot de passe')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const end = () => act(() => authStore.dispatch({ type: 'ended' }))

function visit() {
  renderPage(
    <Routes>
      <Route path="/compte" element={<AccountPage Payment={() => null} />} />
      <Route path="*" element={<WhereFrom />} />
    </Routes>,
    '/compte',
  )
}

function WhereFrom() {
  return <p>{JSON.stringify(useLocation().state)}</p>
}

/** Opens the page as a signed-in user. */
function visitAs(differences: Partial<Profile> = {}) {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile(differences) })
  visit()
}

const detail = (term: string) => screen.getByText(term).nextElementSibling

beforeEach(() => {
  // The answer for the days of the account.
  networkAnswers(json({ items: [] }))
  authStore.dispatch({ type: 'ended' })
  vi.mocked(changePassword).mockReset().mockResolvedValue('signedIn')
})

describe('a visitor of the account page', () => {
  test('is asked to sign in and returns afterwards', async () => {
    visit()
    expect(screen.getByText('Connectez-vous pour voir et gérer votre compte.')).toBeVisible()
    const link = screen.getByRole('link', { name: 'Se connecter' })
    expect(link).toHaveAttribute('href', '/login')
    await userEvent.click(link)
    expect(screen.getByText('{"from":"/compte"}')).toBeVisible()
  })

  test('is not asked while a stored session is being checked', () => {
    authStore.dispatch({ type: 'checkStarted' })
    visit()
    expect(screen.getByRole('heading', { level: 1, name: 'Mon compte' })).toBeVisible()
    expect(screen.queryByRole('link', { name: 'Se connecter' })).not.toBeInTheDocument()
    end()
    expect(screen.getByRole('link', { name: 'Se connecter' })).toBeVisible()
  })
})

describe('the details of an account', () => {
  test('offer Premium to a free account', () => {
    visitAs({ email: 'eleve@bac.ma', createdAt: '2026-04-04T23:30:00.000Z' })
    expect(detail('Email')).toHaveTextContent('eleve@bac.ma')
    expect(detail('Statut')).toHaveTextContent('Compte gratuit')
    expect(screen.getByRole('link', { name: 'Passer en Premium' })).toHaveAttribute('href', '/premium')
    expect(detail('Membre depuis le')).toHaveTextContent('5 avril 2026')
    expect(screen.queryByText(/^Premium/)).not.toBeInTheDocument()
  })

  test.each([
    // The device takes this instant for the 11th, an hour after midnight.
    ['by the server', '2026-07-11T00:00:00Z', '2026-07-10', "Premium valable jusqu'au", '10 juillet 2026'],
    ['without an end', null, null, 'Premium valable', 'sans date de fin'],
  ])('show a Premium account %s', (_, premiumUntil, premiumLastDay, term, value) => {
    visitAs({ isPremium: true, premiumUntil, premiumLastDay })
    expect(detail('Statut')).toHaveTextContent('Compte Premium')
    expect(detail(term)).toHaveTextContent(value)
    expect(screen.queryByRole('link', { name: 'Passer en Premium' })).not.toBeInTheDocument()
  })

  test('show since when Premium has ended', () => {
    visitAs({ premiumUntil: '2025-07-10T23:00:00.000Z', premiumLastDay: '2025-07-10' })
    expect(detail('Statut')).toHaveTextContent('Compte gratuit')
    expect(detail('Premium terminé depuis le')).toHaveTextContent('10 juillet 2025')
  })

  test.each([
    ['an administrator', { isAdmin: true }],
    ['an owner', { isAdmin: true, isOwner: true, isPremium: true }],
  ])('show the role of %s', (_, profile) => {
    visitAs(profile)
    expect(detail('Statut')).toHaveTextContent('Administrateur')
    expect(screen.queryByText(/Premium/)).not.toBeInTheDocument()
  })
})

describe('changing the password on the account page', () => {
  const change = async () => {
    await userEvent.type(current(), 'ancien1')
    await userEvent.type(next(), 'nouveau1')
    await press('Changer le mot de passe')
  }

  test('shows its success and empties the fields', async () => {
    visitAs()
    await press('Changer le mot de passe')
    expect(current()).toHaveAccessibleDescription('Ce champ est obligatoire')
    expect(next()).toHaveAccessibleDescription('Le mot de passe doit contenir au moins 6 caractères')
    expect(current()).toHaveFocus()
    expect(changePassword).not.toHaveBeenCalled()
    await change()
    expect(vi.mocked(changePassword).mock.calls[0]?.[0]).toEqual({ current: 'ancien1', next: 'nouveau1' })
    expect(await screen.findByRole('status')).toHaveTextContent('Votre mot de passe a été modifié.')
    expect(current()).toHaveValue('')
    expect(next()).toHaveValue('')
  })

  test('explains what to do when other devices stay signed in, and empties the fields', async () => {
    vi.mocked(changePassword).mockResolvedValueOnce('othersSignedIn')
    visitAs()
    await change()
    expect(await screen.findByRole('alert')).toHaveTextContent(OTHERS_SIGNED_IN)
    expect(current()).toHaveValue('')
  })

  test.each([
    [new IdentityFailure('invalidCredentials'), 'Mot de passe actuel incorrect'],
    [new IdentityFailure('passwordLeaked'), 'Ce mot de passe figure dans une fuite de données connue.'],
  ])('shows %s and keeps the typed text', async (error, text) => {
    vi.mocked(changePassword).mockRejectedValue(error)
    visitAs()
    await change()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(current()).toHaveValue('ancien1')
    expect(next()).toHaveValue('nouveau1')
  })

  test.each([
    ['signedOut', 'status', 'Votre mot de passe a été modifié. Connectez-vous avec le nouveau.'],
    ['othersSignedIn', 'alert', OTHERS_SIGNED_IN],
  ] as const)(
    'that ends as %s while signed out is explained beside the sign-in link',
    async (outcome, role, text) => {
      let answer: (change: PasswordChange) => void = () => {}
      vi.mocked(changePassword).mockReturnValue(
        new Promise((resolve) => {
          answer = resolve
        }),
      )
      visitAs()
      await change()
      end()
      expect(screen.queryByRole('link', { name: 'Se connecter' })).not.toBeInTheDocument()
      await act(async () => answer(outcome))
      expect(await screen.findByRole(role)).toHaveTextContent(text)
      expect(screen.getByRole('link', { name: 'Se connecter' })).toBeVisible()
    },
  )
})
