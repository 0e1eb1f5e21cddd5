import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { problems } from '#shared/domain/problems.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { confirmPasswordReset, requestPasswordReset, signIn, signUp } from '#web/lib/auth/form-actions.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import type { SignInOutcome } from '#web/lib/auth/sign-in.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { LoginPage } from './login-page.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

vi.mock('#web/lib/auth/form-actions.ts', () => ({
  signIn: vi.fn(),
  signUp: vi.fn(),
  requestPasswordReset: vi.fn(),
  confirmPasswordReset: vi.fn(),
}))

// Page and dialog show the same forms: most tests use the page.

const email = () => screen.getByLabelText('Email')
const nextPassword = () => screen.findByLabelText('Nouveau mot de passe')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))
const openPage = () => renderPage(<LoginPage />, '/login')

async function signsIn(): Promise<void> {
  openPage()
  await userEvent.type(email(), 'Moi@bac.ma')
  await userEvent.type(screen.getByLabelText('Mot de passe'), 'secret1')
  await press('Se connecter')
}

beforeEach(() => {
  authStore.dispatch({ type: 'ended' })
  vi.mocked(requestPasswordReset).mockReset().mockResolvedValue()
  vi.mocked(confirmPasswordReset).mockReset().mockResolvedValue()
  vi.mocked(signIn).mockReset()
})

describe('the code of a second factor', () => {
  const answer = vi.fn<(code: string) => Promise<void>>()
  const code = () => screen.findByLabelText('Code de validation')
  beforeEach(() => {
    answer.mockReset().mockResolvedValue()
    vi.mocked(signIn).mockResolvedValue({ kind: 'codeNeeded', answer })
  })

  test('is asked for after the password, in a field for phones', async () => {
    await signsIn()
    expect(await code()).toHaveFocus()
    expect(await code()).toHaveAttribute('inputmode', 'numeric')
    expect(await code()).toHaveAttribute('autocomplete', 'one-time-code')
    expect(screen.queryByLabelText('Mot de passe')).not.toBeInTheDocument()
    await userEvent.type(await code(), '12345')
    await press('Valider')
    expect(await code()).toHaveAccessibleDescription(/Saisissez les 6 chiffres du code/)
    expect(answer).not.toHaveBeenCalled()
    await userEvent.clear(await code())
    await userEvent.type(await code(), '123 456')
    await press('Valider')
    expect(answer).toHaveBeenCalledExactlyOnceWith('123456')
  })

  test('may be sent again after a refusal', async () => {
    answer.mockRejectedValueOnce(new IdentityFailure('invalidCode'))
    await signsIn()
    await userEvent.type(await code(), '123456')
    await press('Valider')
    expect(await screen.findByRole('alert')).toHaveTextContent('Le code est incorrect ou a expiré.')
    answer.mockReturnValue(new Promise(() => {}))
    await press('Valider')
    expect(answer).toHaveBeenCalledTimes(2)
    expect(screen.getByRole('button', { name: 'Validation en cours...' })).toBeDisabled()
    expect(await code()).toBeDisabled()
  })
})

describe('the first sign-in of an invited user', () => {
  const answer = vi.fn<(password: string) => Promise<SignInOutcome>>()
  beforeEach(() => {
    answer.mockReset().mockResolvedValue({ kind: 'signedIn' })
    vi.mocked(signIn).mockResolvedValue({ kind: 'newPasswordNeeded', answer })
  })

  const chooses = async (password: string) => {
    await userEvent.type(await nextPassword(), password)
    await press('Enregistrer et se connecter')
  }

  test('asks for a new password, which managers save for the address', async () => {
    await signsIn()
    expect(await nextPassword()).toHaveFocus()
    expect(await nextPassword()).toHaveAttribute('autocomplete', 'new-password')
    expect(document.querySelector('[autocomplete="username"]')).toHaveValue('moi@bac.ma')
    await chooses('court')
    expect(await nextPassword()).toHaveAccessibleDescription(/doit contenir au moins 6 caractères$/)
    expect(await nextPassword()).toHaveFocus()
    expect(answer).not.toHaveBeenCalled()
    await userEvent.clear(await nextPassword())
    await chooses('nouveau1')
    expect(answer).toHaveBeenCalledExactlyOnceWith('nouveau1')
  })

  test('asks to sign in with the new password when the session cannot be opened', async () => {
    answer.mockResolvedValue({ kind: 'passwordChosen' })
    await signsIn()
    await chooses('nouveau1')
    expect(await screen.findByRole('status')).toHaveTextContent(
      'Votre mot de passe a été modifié. Vous pouvez vous connecter.',
    )
    expect(email()).toHaveValue('moi@bac.ma')
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus()
  })
})

describe('a forgotten password', () => {
  const code = () => screen.getByLabelText('Code reçu par e-mail')
  const password = () => screen.getByLabelText('Nouveau mot de passe')
  const asksForCode = async () => {
    openPage()
    await userEvent.type(email(), 'Eleve@bac.ma')
    await press('Mot de passe oublié\u00a0?')
    await press('Recevoir un code')
  }
  const entersCode = async () => {
    await userEvent.type(code(), ' 123456 ')
    await userEvent.type(password(), 'nouveau1')
    await press('Changer le mot de passe')
  }

  test('is replaced with the code and leads back to the sign-in', async () => {
    await asksForCode()
    expect(requestPasswordReset).toHaveBeenCalledWith('eleve@bac.ma')
    expect(await screen.findByText(/un code vient de lui être envoyé/)).toHaveTextContent(
      'Si un compte existe pour eleve@bac.ma, un code vient de lui être envoyé.',
    )
    expect(code()).toHaveFocus()
    expect(code()).toHaveAttribute('autocomplete', 'one-time-code')
    await press('Changer le mot de passe')
    expect(code()).toHaveAccessibleDescription('Ce champ est obligatoire')
    expect(password()).toHaveAccessibleDescription('Le mot de passe doit contenir au moins 6 caractères')
    expect(confirmPasswordReset).not.toHaveBeenCalled()
    await entersCode()
    const sent = { email: 'eleve@bac.ma', code: '123456', password: 'nouveau1' }
    expect(confirmPasswordReset).toHaveBeenCalledWith(sent)
    expect(await screen.findByRole('status')).toHaveTextContent('Votre mot de passe a été modifié.')
    expect(email()).toHaveValue('eleve@bac.ma')
    expect(screen.getByLabelText('Mot de passe')).toHaveFocus()
  })

  test('is asked for again after a wrong code, without losing the typed text', async () => {
    vi.mocked(confirmPasswordReset).mockRejectedValueOnce(new IdentityFailure('invalidCode'))
    await asksForCode()
    await entersCode()
    expect(await screen.findByRole('alert')).toHaveTextContent('Le code est incorrect ou a expiré.')
    await press('Renvoyer le code')
    expect(await screen.findByRole('status')).toHaveTextContent(/un nouveau code vient de lui être envoyé/)
    expect(requestPasswordReset).toHaveBeenCalledTimes(2)
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
    expect(password()).toHaveValue('nouveau1')
  })
})

describe('the sign-in dialog', () => {
  const password = () => screen.getByLabelText('Mot de passe')

  async function fill(address: string, secret: string) {
    await userEvent.type(email(), address)
    await userEvent.type(password(), secret)
  }

  beforeEach(() => {
    vi.mocked(signIn).mockReset().mockResolvedValue({ kind: 'signedIn' })
    vi.mocked(signUp).mockReset().mockResolvedValue({ kind: 'signedIn' })
    renderPage(<SignInDialog onClose={() => {}} />)
  })

  test('refuses what is no address or too short, and sends the rest trimmed and in lower case', async () => {
    await fill('eleve@bac', '12345')
    await press('Se connecter')
    expect(email()).toHaveAccessibleDescription('Veuillez entrer une adresse email valide')
    expect(password()).toHaveAccessibleDescription('Le mot de passe doit contenir au moins 6 caractères')
    expect(signIn).not.toHaveBeenCalled()
    await userEvent.clear(email())
    await userEvent.clear(password())
    await fill('  Eleve@Bac.MA ', '123456')
    await press('Se connecter')
    expect(signIn).toHaveBeenCalledWith({ email: 'eleve@bac.ma', password: '123456' })
  })

  describe('signing in while another device holds the session', () => {
    const { title, detail, status } = problems.SESSION_ALREADY_ACTIVE
    const problem = { type: '', title, detail, status, code: 'SESSION_ALREADY_ACTIVE', requestId: '' }
    const isTaken = new ApiFailure('refused', { status, problem: { ...problem, retryAfterSeconds: 37 } })
    const passes = (seconds: number) => act(() => vi.advanceTimersByTimeAsync(seconds * 1_000))
    const enters = async (address: string, secret: string) => {
      fireEvent.change(email(), { target: { value: address } })
      fireEvent.change(password(), { target: { value: secret } })
      fireEvent.click(screen.getByRole('button', { name: 'Se connecter' }))
      await passes(0)
    }
    const tips = () => within(screen.getByRole('alert')).getAllByRole('listitem')

    beforeEach(() => {
      vi.useFakeTimers()
      return () => vi.useRealTimers()
    })

    test('shows tips, and signs in by itself with what was typed when the wait is over', async () => {
      vi.mocked(signIn).mockRejectedValue(isTaken)
      await enters('Eleve@Bac.MA', '123456')
      expect(tips()).toHaveLength(3)
      expect(screen.getByRole('alert')).toHaveTextContent('automatiquement dans 37 s.')
      expect(email()).toHaveValue('Eleve@Bac.MA')
      expect(password()).toHaveValue('123456')
      await passes(36)
      expect(signIn).toHaveBeenCalledTimes(4)
      await passes(1)
      expect(signIn).toHaveBeenCalledTimes(5)
      expect(signIn).toHaveBeenLastCalledWith({ email: 'eleve@bac.ma', password: '123456' })
    })

    test('enters within ten seconds after the other device has signed out, and says nothing before', async () => {
      vi.mocked(signIn).mockRejectedValueOnce(isTaken).mockRejectedValueOnce(isTaken)
      vi.mocked(signIn).mockResolvedValue({ kind: 'resetNeeded' })
      await enters('eleve@bac.ma', '123456')
      await passes(19)
      expect(signIn).toHaveBeenCalledTimes(2)
      expect(screen.getByRole('alert')).toHaveTextContent('automatiquement dans 18 s.')
      expect(password()).toBeEnabled()
      await passes(1)
      expect(signIn).toHaveBeenCalledTimes(3)
      expect(screen.getByRole('heading', { name: 'Mot de passe oublié' })).toBeVisible()
    })

    test('leaves a second refusal to the user, who keeps the form and one more attempt of the page', async () => {
      vi.mocked(signIn).mockRejectedValue(isTaken)
      await enters('eleve@bac.ma', '123456')
      await passes(37)
      expect(signIn).toHaveBeenCalledTimes(5)
      expect(screen.getByRole('alert')).toHaveTextContent(
        "L'autre appareil est encore utilisé : vous pourrez réessayer dans 37 s.",
      )
      await passes(600)
      expect(signIn).toHaveBeenCalledTimes(5)
      expect(password()).toHaveValue('123456')
      await enters('eleve@bac.ma', '123456')
      await passes(37)
      expect(signIn).toHaveBeenCalledTimes(10)
    })

    test.each([
      ['another address', () => fireEvent.change(email(), { target: { value: 'autre@bac.ma' } })],
      ['another password', () => fireEvent.change(password(), { target: { value: '654321' } })],
      ['no password', () => fireEvent.change(password(), { target: { value: '' } })],
    ])('leaves a form with %s to the user', async (_, edit) => {
      vi.mocked(signIn).mockRejectedValue(isTaken)
      await enters('eleve@bac.ma', '123456')
      edit()
      await passes(60)
      expect(signIn).toHaveBeenCalledOnce()
      expect(screen.getByRole('alert')).toHaveTextContent('Vous pouvez réessayer maintenant.')
    })
  })

  test('switches from the sign-up to the sign-in for an address that has an account', async () => {
    vi.mocked(signUp).mockRejectedValue(new IdentityFailure('accountExists'))
    await press('Créer un compte')
    await fill('eleve@bac.ma?bcc=w', '123456')
    await press('Créer compte')
    expect(email()).toHaveAccessibleDescription('Veuillez entrer une adresse email valide')
    expect(signUp).not.toHaveBeenCalled()
    await userEvent.clear(email())
    await userEvent.type(email(), 'eleve@bac.ma')
    await press('Créer compte')
    expect(await screen.findByRole('heading', { name: 'Connexion' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Un compte existe déjà avec cet email. Veuillez vous connecter.',
    )
    expect(email()).toHaveValue('eleve@bac.ma')
    expect(password()).toHaveValue('123456')
    expect(password()).toHaveFocus()
    await press('Se connecter')
    expect(signIn).toHaveBeenCalledWith({ email: 'eleve@bac.ma', password: '123456' })
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})
