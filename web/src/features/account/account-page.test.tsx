import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Profile } from '#shared/entities/user.ts'
import { accountChanges, type PasswordChange } from '#web/lib/auth/account-changes.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import { seedSettings } from '#web/lib/settings.ts'
import { aProfile, json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { AccountPage } from './account-page.tsx'

vi.mock('#web/lib/auth/account-changes.ts', () => ({
  accountChanges: {
    changePassword: vi.fn(),
    deleteAccount: vi.fn(),
    beginSecondFactor: vi.fn(),
    switchOnSecondFactor: vi.fn(),
    switchOffSecondFactor: vi.fn(),
  },
}))

const OTHERS_SIGNED_IN =
  "Votre mot de passe a été modifié, mais les autres appareils n'ont pas pu être déconnectés. Vérifiez votre connexion Internet, puis changez-le à nouveau."

const secret = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const address = `otpauth://totp/Site:moi@bac.ma?secret=${secret}&issuer=Site`
const ON = 'La validation en deux étapes est activée. Reconnectez-vous avec votre mot de passe et un code'

const { changePassword, deleteAccount } = accountChanges
const { beginSecondFactor, switchOnSecondFactor, switchOffSecondFactor } = accountChanges
const current = () => screen.getByLabelText('Mot de passe actuel')
const next = () => screen.getByLabelText('Nouveau mot de passe')
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }))
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

test('a visitor is asked to sign in and returns afterwards', async () => {
  visit()
  expect(screen.getByText('Connectez-vous pour voir et gérer votre compte.')).toBeVisible()
  const link = screen.getByRole('link', { name: 'Se connecter' })
  expect(link).toHaveAttribute('href', '/login')
  await userEvent.click(link)
  expect(screen.getByText('{"from":"/compte"}')).toBeVisible()
})

test.each([
  [true, ['Mes questions', 'Mes informations']],
  [false, ['Mes informations', 'Mes questions']],
])('an unread answer (%s) stands first', async (hasNewAnswer, order) => {
  seedSettings({
    settings: { ...__FIRST_SETTINGS__, acceptsQuestions: true },
    isOfferOver: false,
    isAnnounced: false,
    utcOffset: 0,
  })
  visitAs({ hasNewAnswer })
  await screen.findByRole('heading', { name: 'Mes questions' })
  const shown = screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
  expect(shown.slice(0, 2)).toEqual(order)
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
      const answer = Promise.withResolvers<PasswordChange>()
      vi.mocked(changePassword).mockReturnValue(answer.promise)
      visitAs()
      await change()
      end()
      expect(screen.queryByRole('link', { name: 'Se connecter' })).not.toBeInTheDocument()
      await act(async () => answer.resolve(outcome))
      expect(await screen.findByRole(role)).toHaveTextContent(text)
      expect(screen.getByRole('link', { name: 'Se connecter' })).toBeVisible()
    },
  )
})

describe('deleting the account', () => {
  const dialog = () => screen.getByRole('dialog', { name: 'Supprimer mon compte\u00a0?' })
  const password = () => within(dialog()).getByLabelText('Mot de passe actuel')
  const confirms = async (): Promise<void> => {
    await press('Supprimer mon compte')
    await userEvent.type(password(), 'secret1')
    await press('Supprimer définitivement')
  }
  beforeEach(() => {
    vi.mocked(deleteAccount).mockImplementation(async () => {
      end()
      return { kind: 'deleted' }
    })
  })

  test('ends with a confirmation and a link to the home page', async () => {
    localStorage.setItem('revision.marks', '{}')
    localStorage.setItem('revision.exams', '{}')
    visitAs()
    await confirms()
    expect(vi.mocked(deleteAccount).mock.calls[0]?.[0]).toBe('secret1')
    expect(await screen.findByText('Votre compte a été supprimé.')).toBeVisible()
    expect(screen.getByRole('status').closest('[tabindex]')).toHaveFocus()
    expect(screen.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', '/')
    expect(screen.queryByRole('link', { name: 'Se connecter' })).not.toBeInTheDocument()
    expect(localStorage.getItem('revision.marks')).toBeNull()
    expect(localStorage.getItem('revision.exams')).toBeNull()
  })

  test('can be repeated after a wrong password', async () => {
    vi.mocked(deleteAccount).mockRejectedValueOnce(new IdentityFailure('invalidCredentials'))
    visitAs()
    await confirms()
    expect(await within(dialog()).findByRole('alert')).toHaveTextContent('Mot de passe actuel incorrect')
    expect(password()).toHaveValue('secret1')
    await press('Supprimer définitivement')
    expect(await screen.findByText('Votre compte a été supprimé.')).toBeVisible()
  })

  test('requires a code too where there is a second factor', async () => {
    const answer = vi.fn<(code: string) => Promise<void>>().mockImplementation(async () => end())
    const code = () => within(dialog()).findByLabelText('Code de validation')
    answer.mockRejectedValueOnce(new IdentityFailure('invalidCode'))
    vi.mocked(deleteAccount).mockResolvedValue({ kind: 'codeNeeded', answer })
    visitAs()
    await confirms()
    expect(await code()).toHaveFocus()
    await userEvent.type(await code(), '000000')
    await press('Supprimer définitivement')
    expect(await within(dialog()).findByRole('alert')).toHaveTextContent('Le code est incorrect ou a expiré.')
    await userEvent.clear(await code())
    await userEvent.type(await code(), '123456')
    await press('Supprimer définitivement')
    expect(answer).toHaveBeenLastCalledWith('123456')
    expect(await screen.findByText('Votre compte a été supprimé.')).toBeVisible()
  })

  test('is not offered to administrators, who see a contact', () => {
    visitAs({ isAdmin: true })
    expect(screen.queryByRole('button', { name: 'Supprimer mon compte' })).not.toBeInTheDocument()
    expect(screen.getByText(/Un compte administrateur ne se supprime pas ici/)).toBeVisible()
    expect(screen.getByRole('link', { name: 'contact@exemple.invalid' })).toHaveAttribute(
      'href',
      'mailto:contact@exemple.invalid',
    )
  })
})

describe('the second factor of an administrator', () => {
  const code = () => screen.getByLabelText('Code de validation')
  const title = () => screen.findByRole('heading', { name: 'Validation en deux étapes' })
  const renew = (differences: Partial<Profile>) =>
    act(() => authStore.dispatch({ type: 'renewed', sessionId: 's', profile: aProfile(differences) }))
  beforeEach(() => {
    vi.mocked(beginSecondFactor).mockReset().mockResolvedValue({ kind: 'key', secret, address })
    vi.mocked(switchOnSecondFactor)
      .mockReset()
      .mockImplementation(async () => end())
    vi.mocked(switchOffSecondFactor)
      .mockReset()
      .mockImplementation(async () => renew({ isAdmin: true }))
  })

  test.each([{}, { isPremium: true }])('students see no second factor: %j', async (profile) => {
    visitAs(profile)
    expect(screen.queryByText('Validation en deux étapes')).not.toBeInTheDocument()
  })

  test('ends signed out, with a link to the sign-in', async () => {
    visitAs({ isAdmin: true, isOwner: true })
    await press('Activer')
    await userEvent.type(code(), ' 123 456 ')
    await press('Activer')
    expect(vi.mocked(switchOnSecondFactor).mock.calls[0]?.[0]).toBe('123456')
    expect(await screen.findByRole('status')).toHaveTextContent(ON)
    expect(screen.getByRole('link', { name: 'Se connecter' })).toBeVisible()
  })

  test('requires a code, confirms it and offers to switch on again', async () => {
    visitAs({ isAdmin: true, hasSecondFactor: true })
    expect(await screen.findByText('Activée')).toBeVisible()
    await press('Désactiver')
    expect(await title()).toHaveFocus()
    await userEvent.type(code(), '123456')
    await press('Désactiver')
    expect(vi.mocked(switchOffSecondFactor).mock.calls[0]?.[0]).toBe('123456')
    expect(await screen.findByRole('status')).toHaveTextContent(
      'La validation en deux étapes est désactivée.',
    )
    const card = (await title()).parentElement as HTMLElement
    expect(within(card).getByRole('button', { name: 'Activer' })).toBeVisible()
  })
})
