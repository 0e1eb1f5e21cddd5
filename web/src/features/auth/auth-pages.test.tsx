import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import { signIn, signUp } from '#web/lib/auth/session-actions.ts'
import { aProfile } from '#web/test/profiles.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { LoginPage } from './login-page.tsx'
import { SignupPage } from './signup-page.tsx'

vi.mock('#web/lib/auth/session-actions.ts', () => ({ signIn: vi.fn(), signUp: vi.fn() }))

const signedIn = () => act(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() }))

/** Says where one is. */
function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p>Ici : {`${pathname}${search}`}</p>
}

/** The pages as the site has them, opened at an address, perhaps by a link of another page. */
function visit(pathname: string, state: unknown = null) {
  const address = { pathname, state } as unknown as string
  return renderPage(
    <Routes>
      <Route path="/login" element={<LoginPage />} />
      <Route path="/signup" element={<SignupPage />} />
      <Route path="*" element={<Elsewhere />} />
    </Routes>,
    address,
  )
}

beforeEach(() => {
  vi.mocked(signIn).mockReset().mockResolvedValue({ kind: 'signedIn' })
  vi.mocked(signUp).mockReset().mockResolvedValue({ kind: 'signedIn' })
  authStore.dispatch({ type: 'ended' })
})

describe.each([
  ['/login', 'Connexion', 'Se connecter', 'Connexion en cours...', 'current-password', signIn],
  ['/signup', 'Inscription', 'Créer compte', 'Inscription en cours...', 'new-password', signUp],
] as const)('%s', (address, title, submit, submitting, autoComplete, request) => {
  const email = () => screen.getByLabelText('Email')
  const password = () => screen.getByLabelText('Mot de passe')
  const fill = async () => {
    await userEvent.type(email(), 'eleve@bac.ma')
    await userEvent.type(password(), 'secret1')
    await userEvent.click(screen.getByRole('button', { name: submit }))
  }

  test('a visitor sees the form at once, made for password managers and phones', () => {
    visit(address)
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(email()).toHaveAttribute('autocomplete', 'username')
    expect(email()).toHaveAttribute('inputmode', 'email')
    expect(email()).toHaveAttribute('autocapitalize', 'none')
    expect(password()).toHaveAttribute('autocomplete', autoComplete)
    expect(email()).toBeRequired()
    expect(password()).toBeRequired()
  })

  test('while submitting everything is out of use', async () => {
    vi.mocked(request).mockReturnValue(new Promise(() => {}))
    visit(address)
    await fill()
    expect(screen.getByRole('button', { name: submitting })).toBeDisabled()
    expect(email()).toBeDisabled()
    expect(password()).toBeDisabled()
  })

  test('nothing typed is lost when it fails', async () => {
    vi.mocked(request).mockRejectedValue(new IdentityFailure('tooManyAttempts'))
    visit(address)
    await fill()
    expect(await screen.findByRole('alert')).toHaveTextContent(
      'Trop de tentatives. Veuillez patienter avant de réessayer.',
    )
    expect(email()).toHaveValue('eleve@bac.ma')
    expect(password()).toHaveValue('secret1')
    expect(email()).toBeEnabled()
  })

  test('while a stored session is being checked there is no form', () => {
    authStore.dispatch({ type: 'checkStarted' })
    visit(address)
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument()
    act(() => authStore.dispatch({ type: 'ended' }))
    expect(email()).toBeVisible()
  })

  test('a check that another tab causes leaves what is typed', async () => {
    visit(address)
    await userEvent.type(email(), 'eleve@bac.ma')
    act(() => authStore.dispatch({ type: 'checkStarted' }))
    expect(email()).toHaveValue('eleve@bac.ma')
  })

  test.each([
    ['home', null, '/'],
    ['back to the page of the link', { from: '/svt/ondes/2?x=1' }, '/svt/ondes/2?x=1'],
    ['home instead of to another site', { from: '//evil.example' }, '/'],
  ])('whoever signs in goes %s', (_, state, path) => {
    visit(address, state)
    signedIn()
    expect(screen.getByText(`Ici : ${path}`)).toBeVisible()
  })

  test('whoever is signed in does not see it', () => {
    authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() })
    visit(address, { from: '/compte' })
    expect(screen.getByText('Ici : /compte')).toBeVisible()
  })
})

test('the page one came from is kept on the way to the sign-up and back', async () => {
  visit('/login', { from: '/svt/ondes/2' })
  const toSignup = screen.getByRole('link', { name: 'Créer un compte' })
  expect(toSignup).toHaveAttribute('href', '/signup')
  await userEvent.click(toSignup)
  const toLogin = screen.getByRole('link', { name: 'Se connecter' })
  expect(toLogin).toHaveAttribute('href', '/login')
  await userEvent.click(toLogin)
  expect(screen.getByRole('heading', { level: 1, name: 'Connexion' })).toBeVisible()
  signedIn()
  expect(screen.getByText('Ici : /svt/ondes/2')).toBeVisible()
})

test('an address that has an account is told so and stays in its field', async () => {
  vi.mocked(signUp).mockRejectedValue(new IdentityFailure('accountExists'))
  visit('/signup')
  await userEvent.type(screen.getByLabelText('Email'), 'eleve@bac.ma')
  await userEvent.type(screen.getByLabelText('Mot de passe'), 'secret1')
  await userEvent.click(screen.getByRole('button', { name: 'Créer compte' }))
  expect(await screen.findByRole('alert')).toHaveTextContent(
    'Un compte existe déjà avec cet email. Veuillez vous connecter.',
  )
  expect(screen.getByLabelText('Email')).toHaveValue('eleve@bac.ma')
})
