import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { signIn, signUp } from '#web/lib/auth/form-actions.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import { aProfile } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { LoginPage } from './login-page.tsx'
import { SignupPage } from './signup-page.tsx'

vi.mock('#web/lib/auth/form-actions.ts', () => ({ signIn: vi.fn(), signUp: vi.fn() }))

/** Shows the current path. */
function Elsewhere() {
  const { pathname, search } = useLocation()
  return <p>Ici : {`${pathname}${search}`}</p>
}

/** Opens the pages with their routes at an address, with the state of a link. */
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
  ['/login', 'Connexion', 'current-password'],
  ['/signup', 'Inscription', 'new-password'],
] as const)('%s', (address, title, autoComplete) => {
  const email = () => screen.getByLabelText('Email')
  const password = () => screen.getByLabelText('Mot de passe')

  test('shows visitors a form for password managers and phones', () => {
    visit(address)
    expect(screen.getByRole('heading', { level: 1, name: title })).toBeVisible()
    expect(email()).toHaveAttribute('autocomplete', 'username')
    expect(email()).toHaveAttribute('inputmode', 'email')
    expect(email()).toHaveAttribute('autocapitalize', 'none')
    expect(password()).toHaveAttribute('autocomplete', autoComplete)
    expect(email()).toBeRequired()
    expect(password()).toBeRequired()
  })

  test('shows no form to an account that is remembered, and keeps typed text over a check', async () => {
    authStore.dispatch({ type: 'remembered', profile: aProfile() })
    visit(address)
    expect(screen.queryByLabelText('Email')).not.toBeInTheDocument()
    act(() => authStore.dispatch({ type: 'ended' }))
    await userEvent.type(email(), 'eleve@bac.ma')
    act(() => authStore.dispatch({ type: 'checkStarted' }))
    expect(email()).toHaveValue('eleve@bac.ma')
  })

  test.each([
    ['to the home page', null, '/'],
    ['back to the page of the link', { from: '/svt/ondes/2?x=1' }, '/svt/ondes/2?x=1'],
    ['to the home page instead of another site', { from: '//evil.example' }, '/'],
  ])('leads %s after the sign-in, also from the other form', async (_, state, path) => {
    visit(address, state)
    await userEvent.click(screen.getByRole('link', { name: /^(Créer un compte|Se connecter)$/ }))
    act(() => authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile() }))
    expect(screen.getByText(`Ici : ${path}`)).toBeVisible()
  })
})

test('the second refusal of a password offers the contact, which a blocked account needs', async () => {
  vi.mocked(signIn).mockRejectedValue(new IdentityFailure('invalidCredentials'))
  visit('/login')
  await userEvent.type(screen.getByLabelText('Email'), 'eleve@bac.ma')
  await userEvent.type(screen.getByLabelText('Mot de passe'), 'secret1')
  const submit = () => userEvent.click(screen.getByRole('button', { name: 'Se connecter' }))
  await submit()
  expect(await screen.findByText('Email ou mot de passe incorrect')).toBeVisible()
  expect(screen.queryByText(/Toujours refusé/)).not.toBeInTheDocument()
  await submit()
  expect(await screen.findByText(/Toujours refusé/)).toHaveTextContent(/Écrivez-nous à .+ ou appelez le .+\./)
  expect(screen.getByText('Email ou mot de passe incorrect')).toBeVisible()
})

test('the form of sign-up corrects a mistyped domain with one tap', async () => {
  visit('/signup')
  const email = screen.getByLabelText('Email')
  await userEvent.type(email, 'eleve@gmail.con')
  expect(screen.queryByText(/Vouliez-vous dire/)).not.toBeInTheDocument()
  await userEvent.tab()
  await userEvent.click(screen.getByRole('button', { name: 'Vouliez-vous dire eleve@gmail.com ?' }))
  expect(email).toHaveValue('eleve@gmail.com')
  expect(email).toHaveFocus()
  expect(screen.queryByText(/Vouliez-vous dire/)).not.toBeInTheDocument()
})
