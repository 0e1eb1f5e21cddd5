import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { signIn } from '#web/lib/auth/form-actions.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { LoginPage } from './login-page.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

vi.mock('#web/lib/auth/form-actions.ts', () => ({ signIn: vi.fn(), signUp: vi.fn() }))

const email = () => screen.getByLabelText('Email')
const code = () => screen.findByLabelText('Code de validation')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const answer = vi.fn<(code: string) => Promise<void>>()

beforeEach(() => {
  authStore.dispatch({ type: 'ended' })
  answer.mockReset().mockResolvedValue()
  vi.mocked(signIn).mockReset().mockResolvedValue({ kind: 'codeNeeded', answer })
})

describe.each([
  ['on the page', <LoginPage key="page" />],
  ['in the dialog', <SignInDialog key="dialog" onClose={() => {}} />],
])('a sign-in with a second factor %s', (_, element) => {
  beforeEach(async () => {
    renderPage(element, '/login')
    await userEvent.type(email(), 'Moi@bac.ma')
    await userEvent.type(screen.getByLabelText('Mot de passe'), 'secret1')
    await press('Se connecter')
  })

  test('asks for the code after the password, in a field for phones', async () => {
    expect(await code()).toHaveFocus()
    expect(await code()).toHaveAttribute('inputmode', 'numeric')
    expect(await code()).toHaveAttribute('autocomplete', 'one-time-code')
    expect(await code()).toHaveAccessibleDescription(
      "Les 6 chiffres que montre votre application d'authentification.",
    )
    expect(screen.queryByLabelText('Mot de passe')).not.toBeInTheDocument()
    await userEvent.type(await code(), '123 456')
    await press('Valider')
    expect(answer).toHaveBeenCalledExactlyOnceWith('123456')
  })

  test('disables the form while the code is checked', async () => {
    answer.mockReturnValue(new Promise(() => {}))
    await userEvent.type(await code(), '123456')
    await press('Valider')
    expect(screen.getByRole('button', { name: 'Validation en cours...' })).toBeDisabled()
    expect(await code()).toBeDisabled()
  })

  test.each(['', '12345', 'abcdef'])('rejects %j as a code', async (typed) => {
    if (typed) await userEvent.type(await code(), typed)
    await press('Valider')
    expect(await code()).toHaveAccessibleDescription(/Saisissez les 6 chiffres du code/)
    expect(answer).not.toHaveBeenCalled()
  })

  test.each([
    [new IdentityFailure('invalidCode'), 'Le code est incorrect ou a expiré.'],
    [new ApiFailure('unreachable'), 'Vérifiez votre connexion Internet et réessayez.'],
    [new TypeError('no code'), 'Une erreur est survenue lors de la connexion.'],
  ])('shows %s and accepts another code', async (failure, text) => {
    answer.mockRejectedValueOnce(failure)
    await userEvent.type(await code(), '123456')
    await press('Valider')
    expect(await screen.findByRole('alert')).toHaveTextContent(text)
    await press('Valider')
    expect(answer).toHaveBeenCalledTimes(2)
  })
})
