import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { requestPasswordReset, signIn } from '#web/lib/auth/form-actions.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import type { SignInOutcome } from '#web/lib/auth/sign-in.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { LoginPage } from './login-page.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

vi.mock('#web/lib/auth/form-actions.ts', () => ({
  signIn: vi.fn(),
  signUp: vi.fn(),
  requestPasswordReset: vi.fn(),
}))

const email = () => screen.getByLabelText('Email')
const next = () => screen.findByLabelText('Nouveau mot de passe')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const answer = vi.fn<(password: string) => Promise<SignInOutcome>>()

const forms = [
  ['on the page', <LoginPage key="page" />],
  ['in the dialog', <SignInDialog key="dialog" onClose={() => {}} />],
] as const

async function signsIn(element: (typeof forms)[number][1]): Promise<void> {
  renderPage(element, '/login')
  await userEvent.type(email(), 'Moi@bac.ma')
  await userEvent.type(screen.getByLabelText('Mot de passe'), 'provisoire')
  await press('Se connecter')
}

beforeEach(() => {
  authStore.dispatch({ type: 'ended' })
  answer.mockReset().mockResolvedValue({ kind: 'signedIn' })
  vi.mocked(requestPasswordReset).mockReset().mockResolvedValue()
  vi.mocked(signIn).mockReset().mockResolvedValue({ kind: 'newPasswordNeeded', answer })
})

describe.each(forms)('the first sign-in of an invited user %s', (_, element) => {
  beforeEach(() => signsIn(element))

  const chooses = async (password: string) => {
    await userEvent.type(await next(), password)
    await press('Enregistrer et se connecter')
  }

  test('asks for a new password, which password managers save for the address', async () => {
    expect(await next()).toHaveFocus()
    expect(screen.getByRole('heading', { name: 'Choisissez un nouveau mot de passe' })).toBeVisible()
    expect(await next()).toHaveAttribute('autocomplete', 'new-password')
    expect(await next()).toHaveAccessibleDescription('Le mot de passe doit contenir au moins 6 caractères.')
    expect(document.querySelector('[autocomplete="username"]')).toHaveValue('moi@bac.ma')
    await chooses('nouveau1')
    expect(answer).toHaveBeenCalledExactlyOnceWith('nouveau1')
  })

  test('disables the form while the password is saved', async () => {
    answer.mockReturnValue(new Promise(() => {}))
    await chooses('nouveau1')
    expect(screen.getByRole('button', { name: 'Enregistrement en cours...' })).toBeDisabled()
    expect(await next()).toBeDisabled()
  })

  test('rejects a short password', async () => {
    await chooses('court')
    expect(await next()).toHaveAccessibleDescription('Le mot de passe doit contenir au moins 6 caractères')
    expect(await next()).toHaveFocus()
    expect(answer).not.toHaveBeenCalled()
  })

  test.each([
    [new IdentityFailure('passwordTooShort'), 'Le mot de passe doit contenir au moins 6 caractères.'],
    [new ApiFailure('unreachable'), 'Vérifiez votre connexion Internet et réessayez.'],
    [new TypeError('no code'), 'Une erreur est survenue lors de la connexion.'],
  ])('shows %s and accepts another password', async (failure, text) => {
    answer.mockRejectedValueOnce(failure)
    await chooses('nouveau1')
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    expect(await next()).toHaveValue('nouveau1')
    await press('Enregistrer et se connecter')
    expect(answer).toHaveBeenCalledTimes(2)
  })

  test('continues with the code of a second factor', async () => {
    const code = vi.fn(async () => {})
    answer.mockResolvedValue({ kind: 'codeNeeded', answer: code })
    await chooses('nouveau1')
    await userEvent.type(await screen.findByLabelText('Code de validation'), '123456')
    await press('Valider')
    expect(code).toHaveBeenCalledExactlyOnceWith('123456')
  })

  test('asks to sign in with the new password when the session cannot be opened', async () => {
    answer.mockResolvedValue({ kind: 'passwordChosen' })
    await chooses('nouveau1')
    expect(await screen.findByRole('status')).toHaveTextContent(
      'Votre mot de passe a été modifié. Vous pouvez vous connecter.',
    )
    expect(email()).toHaveValue('moi@bac.ma')
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus()
  })
})

describe.each(forms)('a sign-in %s', (_, element) => {
  test('explains an expired temporary password', async () => {
    vi.mocked(signIn).mockRejectedValue(new IdentityFailure('invitationExpired'))
    await signsIn(element)
    expect(await screen.findByRole('alert')).toHaveTextContent(
      "Votre mot de passe provisoire a expiré. Demandez une nouvelle invitation à l'administrateur du site.",
    )
  })

  test('continues with a code by e-mail when an operator has reset the password', async () => {
    vi.mocked(signIn).mockResolvedValue({ kind: 'resetNeeded' })
    await signsIn(element)
    expect(
      await screen.findByText(
        'Votre mot de passe a été réinitialisé. Recevez un code pour en choisir un nouveau.',
      ),
    ).toBeVisible()
    expect(screen.getByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible()
    expect(email()).toHaveValue('moi@bac.ma')
    await press('Recevoir un code')
    expect(requestPasswordReset).toHaveBeenCalledExactlyOnceWith('moi@bac.ma')
    expect(await next()).toBeVisible()
  })
})
