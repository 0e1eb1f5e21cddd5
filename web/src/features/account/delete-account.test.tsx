import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { Profile } from '#shared/entities/user.ts'
import { accountChanges } from '#web/lib/auth/account-changes.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { AccountPage } from './account-page.tsx'

vi.mock('#web/lib/auth/account-changes.ts', () => ({ accountChanges: { deleteAccount: vi.fn() } }))

const { deleteAccount } = accountChanges
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const dialog = () => screen.getByRole('dialog', { name: 'Supprimer mon compte ?' })
const password = () => within(dialog()).getByLabelText('Mot de passe actuel')
const end = () => authStore.dispatch({ type: 'ended' })

/** Opens the page as a signed-in user. */
function visitAs(differences: Partial<Profile> = {}) {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile(differences) })
  renderPage(<AccountPage Payment={() => null} />, '/compte')
}

async function confirms(typed = 'secret1'): Promise<void> {
  await press('Supprimer mon compte')
  await userEvent.type(password(), typed)
  await press('Supprimer définitivement')
}

beforeEach(() => {
  // The answer for the days of the account.
  networkAnswers(json({ items: [] }))
  end()
  vi.mocked(deleteAccount)
    .mockReset()
    .mockImplementation(async () => {
      end()
      return { kind: 'deleted' }
    })
})

describe('deleting the account', () => {
  test.each([false, true])(
    'lists what will be lost, and can be cancelled (Premium: %s)',
    async (isPremium) => {
      visitAs({ email: 'eleve@bac.ma', isPremium })
      await press('Supprimer mon compte')
      expect(dialog()).toHaveTextContent('votre compte eleve@bac.ma')
      expect(dialog().textContent.includes('votre accès Premium')).toBe(isPremium)
      await press('Annuler')
      expect(screen.queryByRole('dialog')).not.toBeInTheDocument()
      expect(deleteAccount).not.toHaveBeenCalled()
    },
  )

  test('requires the password', async () => {
    visitAs()
    await press('Supprimer mon compte')
    expect(password()).toHaveFocus()
    expect(password()).toHaveAttribute('autocomplete', 'current-password')
    await press('Supprimer définitivement')
    expect(password()).toHaveAccessibleDescription('Ce champ est obligatoire')
    expect(deleteAccount).not.toHaveBeenCalled()
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

  test('cannot be closed while it runs', async () => {
    vi.mocked(deleteAccount).mockReturnValue(new Promise(() => {}))
    visitAs()
    await confirms()
    expect(screen.getByRole('button', { name: 'Suppression en cours...' })).toBeDisabled()
    expect(screen.getByRole('button', { name: 'Annuler' })).toBeDisabled()
    await press('Fermer')
    expect(dialog()).toBeVisible()
    act(end)
    expect(screen.queryByRole('link', { name: 'Se connecter' })).not.toBeInTheDocument()
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

  describe('with a second factor', () => {
    const answer = vi.fn<(code: string) => Promise<void>>()
    const code = () => within(dialog()).findByLabelText('Code de validation')
    beforeEach(async () => {
      answer.mockReset().mockImplementation(async () => end())
      vi.mocked(deleteAccount).mockResolvedValue({ kind: 'codeNeeded', answer })
      visitAs()
      await confirms()
    })

    test('requires a code too', async () => {
      expect(await code()).toHaveFocus()
      answer.mockRejectedValueOnce(new IdentityFailure('invalidCode'))
      await userEvent.type(await code(), '000000')
      await press('Supprimer définitivement')
      expect(await within(dialog()).findByRole('alert')).toHaveTextContent(
        'Le code est incorrect ou a expiré.',
      )
      await userEvent.clear(await code())
      await userEvent.type(await code(), '123456')
      await press('Supprimer définitivement')
      expect(answer).toHaveBeenLastCalledWith('123456')
      expect(await screen.findByText('Votre compte a été supprimé.')).toBeVisible()
    })
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
