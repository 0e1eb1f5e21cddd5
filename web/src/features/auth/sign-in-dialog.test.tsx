import { act, fireEvent, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { problems } from '#shared/contract/problems.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { signIn, signUp } from '#web/lib/auth/form-actions.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { SignInDialog } from './sign-in-dialog.tsx'

vi.mock('#web/lib/auth/form-actions.ts', () => ({ signIn: vi.fn(), signUp: vi.fn() }))

const email = () => screen.getByLabelText('Email')
const password = () => screen.getByLabelText('Mot de passe')
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function fill(address: string, secret: string) {
  await userEvent.type(email(), address)
  await userEvent.type(password(), secret)
}

beforeEach(() => {
  vi.mocked(signIn).mockReset().mockResolvedValue({ kind: 'signedIn' })
  vi.mocked(signUp).mockReset().mockResolvedValue({ kind: 'signedIn' })
  renderPage(<SignInDialog onClose={() => {}} />)
})

describe('the fields of the sign-in dialog', () => {
  test.each(['', 'eleve', 'eleve@bac', 'a b@bac.ma'])('reject the address %j', async (address) => {
    if (address) await userEvent.type(email(), address)
    await userEvent.type(password(), 'secret1')
    await press('Se connecter')
    expect(email()).toHaveAccessibleDescription('Veuillez entrer une adresse email valide')
    expect(email()).toHaveFocus()
    expect(signIn).not.toHaveBeenCalled()
  })

  test('reject a password of five characters', async () => {
    await fill('eleve@bac.ma', '12345')
    await press('Se connecter')
    expect(password()).toHaveAccessibleDescription('Le mot de passe doit contenir au moins 6 caractères')
    expect(signIn).not.toHaveBeenCalled()
  })

  test('are sent trimmed and in lower case', async () => {
    await fill('  Eleve@Bac.MA ', '123456')
    await press('Se connecter')
    expect(signIn).toHaveBeenCalledWith({ email: 'eleve@bac.ma', password: '123456' })
  })
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
    vi.mocked(signIn).mockRejectedValueOnce(isTaken)
    await enters('Eleve@Bac.MA', '123456')
    expect(tips()).toHaveLength(3)
    expect(screen.getByRole('alert')).toHaveTextContent('automatiquement dans 37 s.')
    expect(email()).toHaveValue('Eleve@Bac.MA')
    expect(password()).toHaveValue('123456')
    await passes(36)
    expect(signIn).toHaveBeenCalledOnce()
    await passes(1)
    expect(signIn).toHaveBeenCalledTimes(2)
    expect(signIn).toHaveBeenLastCalledWith({ email: 'eleve@bac.ma', password: '123456' })
  })

  test('leaves a second refusal to the user, who keeps the form and one more attempt of the page', async () => {
    vi.mocked(signIn).mockRejectedValue(isTaken)
    await enters('eleve@bac.ma', '123456')
    await passes(37)
    expect(signIn).toHaveBeenCalledTimes(2)
    expect(screen.getByRole('alert')).toHaveTextContent(
      "L'autre appareil est encore utilisé : vous pourrez réessayer dans 37 s.",
    )
    await passes(600)
    expect(signIn).toHaveBeenCalledTimes(2)
    expect(password()).toHaveValue('123456')
    await enters('eleve@bac.ma', '123456')
    await passes(37)
    expect(signIn).toHaveBeenCalledTimes(4)
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

describe('signing up with the dialog', () => {
  test('switches to the sign-in for an address that has an account', async () => {
    vi.mocked(signUp).mockRejectedValue(new IdentityFailure('accountExists'))
    await press('Créer un compte')
    await fill('eleve@bac.ma', '123456')
    await press('Créer compte')
    expect(await screen.findByRole('heading', { name: 'Connexion' })).toBeVisible()
    expect(screen.getByRole('alert')).toHaveTextContent(
      'Un compte existe déjà avec cet email. Veuillez vous connecter.',
    )
    expect(email()).toHaveValue('eleve@bac.ma')
    expect(password()).toHaveValue('123456')
    await press('Se connecter')
    expect(signIn).toHaveBeenCalledWith({ email: 'eleve@bac.ma', password: '123456' })
    expect(screen.queryByRole('alert')).not.toBeInTheDocument()
  })
})
