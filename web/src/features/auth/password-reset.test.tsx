import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { confirmPasswordReset, requestPasswordReset } from '#web/lib/auth/form-actions.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { LoginPage } from './login-page.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

vi.mock('#web/lib/auth/form-actions.ts', () => ({
  signIn: vi.fn(),
  signUp: vi.fn(),
  requestPasswordReset: vi.fn(),
  confirmPasswordReset: vi.fn(),
}))

const email = () => screen.getByLabelText('Email')
const code = () => screen.getByLabelText('Code reçu par e-mail')
const password = () => screen.getByLabelText('Nouveau mot de passe')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function asksForCode() {
  await userEvent.type(email(), 'Eleve@bac.ma')
  await press('Mot de passe oublié ?')
  await press('Recevoir un code')
}

async function entersCode() {
  await userEvent.type(code(), ' 123456 ')
  await userEvent.type(password(), 'nouveau1')
  await press('Changer le mot de passe')
}

beforeEach(() => {
  authStore.dispatch({ type: 'ended' })
  vi.mocked(requestPasswordReset).mockReset().mockResolvedValue()
  vi.mocked(confirmPasswordReset).mockReset().mockResolvedValue()
})

describe.each([
  ['on the page', <LoginPage key="page" />],
  ['in the dialog', <SignInDialog key="dialog" onClose={() => {}} />],
])('a forgotten password %s', (_, element) => {
  beforeEach(() => void renderPage(element, '/login'))

  test('takes the address from the sign-in and back', async () => {
    await userEvent.type(email(), 'eleve@bac')
    await press('Mot de passe oublié ?')
    expect(screen.getByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible()
    expect(email()).toHaveValue('eleve@bac')
    expect(email()).toHaveFocus()
    expect(email()).toHaveAccessibleDescription('Nous vous enverrons un code par e-mail.')
    await press('Recevoir un code')
    expect(email()).toHaveAccessibleDescription(/Veuillez entrer une adresse email valide/)
    expect(requestPasswordReset).not.toHaveBeenCalled()
    await userEvent.type(email(), '.ma')
    await press('Retour à la connexion')
    expect(screen.getByRole('heading', { name: 'Connexion' })).toBeVisible()
    expect(email()).toHaveValue('eleve@bac.ma')
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus()
  })

  test('is replaced with the code and leads back to the sign-in with the address', async () => {
    await asksForCode()
    expect(requestPasswordReset).toHaveBeenCalledWith('eleve@bac.ma')
    expect(await screen.findByText(/un code vient de lui être envoyé/)).toHaveTextContent(
      'Si un compte existe pour eleve@bac.ma, un code vient de lui être envoyé.',
    )
    expect(code()).toHaveFocus()
    expect(code()).toHaveAttribute('autocomplete', 'one-time-code')
    expect(password()).toHaveAttribute('autocomplete', 'new-password')
    await entersCode()
    expect(confirmPasswordReset).toHaveBeenCalledWith({
      email: 'eleve@bac.ma',
      code: '123456',
      password: 'nouveau1',
    })
    expect(await screen.findByRole('heading', { name: 'Connexion' })).toBeVisible()
    expect(screen.getByRole('status')).toHaveTextContent(
      'Votre mot de passe a été modifié. Vous pouvez vous connecter.',
    )
    expect(email()).toHaveValue('eleve@bac.ma')
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus()
  })

  test('reports missing fields without a request', async () => {
    await asksForCode()
    await press('Changer le mot de passe')
    expect(code()).toHaveAccessibleDescription('Ce champ est obligatoire')
    expect(password()).toHaveAccessibleDescription('Le mot de passe doit contenir au moins 6 caractères')
    expect(confirmPasswordReset).not.toHaveBeenCalled()
  })

  test('reports a wrong code and sends another without losing the typed text', async () => {
    vi.mocked(confirmPasswordReset).mockRejectedValueOnce(new IdentityFailure('invalidCode'))
    await asksForCode()
    await entersCode()
    expect(await screen.findByRole('alert')).toHaveTextContent('Le code est incorrect ou a expiré.')
    await press('Renvoyer le code')
    expect(await screen.findByRole('status')).toHaveTextContent(
      'Si un compte existe pour eleve@bac.ma, un nouveau code vient de lui être envoyé.',
    )
    expect(requestPasswordReset).toHaveBeenCalledTimes(2)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(password()).toHaveValue('nouveau1')
  })

  test.each([
    [new IdentityFailure('tooManyAttempts'), 'Trop de tentatives. Veuillez patienter avant de réessayer.'],
    [new ApiFailure('unreachable'), 'Vérifiez votre connexion Internet et réessayez.'],
    [new IdentityFailure('unknown'), 'Une erreur est survenue. Veuillez réessayer.'],
  ])('shows why no code was sent: %s', async (error, text) => {
    vi.mocked(requestPasswordReset).mockRejectedValue(error)
    await asksForCode()
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(email()).toHaveValue('Eleve@bac.ma')
  })

  test('disables the form while the code is requested', async () => {
    vi.mocked(requestPasswordReset).mockReturnValue(new Promise(() => {}))
    await asksForCode()
    expect(screen.getByRole('button', { name: 'Envoi en cours...' })).toBeDisabled()
    expect(email()).toBeDisabled()
  })
})
