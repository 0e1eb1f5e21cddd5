import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Route, Routes, useLocation } from 'react-router-dom'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { sampleSignUpChallenge } from '#shared/contract/samples.ts'
import { getSignUpChallenge } from '#shared/contract/sign-up.ts'
import { authStore, trackQuestion } from '#web/lib/auth/auth-state.ts'
import { signIn, signUp } from '#web/lib/auth/form-actions.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import { aProfile, json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { LoginPage } from './login-page.tsx'
import { SignUpForm } from './sign-up-form.tsx'
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

/** A worker that finds a number when the test says so. */
class FakeWorker extends EventTarget {
  static all: FakeWorker[] = []
  constructor() {
    super()
    FakeWorker.all.push(this)
  }
  postMessage() {}
  terminate() {}
  solves(number: number) {
    this.dispatchEvent(new MessageEvent('message', { data: { number } }))
  }
}

const taken: string[] = []

beforeEach(() => {
  FakeWorker.all = []
  taken.length = 0
  vi.stubGlobal('Worker', FakeWorker)
  vi.mocked(signUp)
    .mockReset()
    .mockImplementation(async (_, takeProof) => {
      taken.push(await takeProof())
      return { kind: 'signedIn' }
    })
})

async function signsUp() {
  await userEvent.type(screen.getByLabelText('Email'), 'eleve@bac.ma')
  await userEvent.type(screen.getByLabelText('Mot de passe'), 'secret1')
  await userEvent.click(screen.getByRole('button', { name: 'Créer compte' }))
}
const worker = (index: number) => vi.waitFor(() => FakeWorker.all[index] ?? Promise.reject(new Error('none')))
const number = (proof = '') => (JSON.parse(atob(proof)) as { number: number }).number

test('requests a challenge while the form is filled in, so that slow typists do not wait', async () => {
  const sent = networkAnswers(json(sampleSignUpChallenge))
  renderPage(<SignUpForm>Lien</SignUpForm>)
  const first = await worker(0)
  await act(async () => first.solves(7))
  const status = screen.getByRole('status')
  const said: (string | null)[] = []
  new MutationObserver(() => said.push(status.textContent)).observe(status, { childList: true })
  await signsUp()
  expect(number(taken[0])).toBe(7)
  expect(trackQuestion.get()).toBe(true)
  expect(said).toEqual([])
  expect(sent.map(({ address }) => address)).toEqual([getSignUpChallenge.path])
})

test('keeps the typed text after a refusal, and makes another proof', async () => {
  networkAnswers(json(sampleSignUpChallenge))
  vi.mocked(signUp).mockImplementationOnce(async (_, takeProof) => {
    taken.push(await takeProof())
    throw new IdentityFailure('proofRefused')
  })
  renderPage(<SignUpForm>Lien</SignUpForm>)
  const first = await worker(0)
  await act(async () => first.solves(7))
  await signsUp()
  expect(await screen.findByRole('alert')).toHaveTextContent('La vérification de votre navigateur a expiré')
  expect(screen.getByLabelText('Email')).toHaveValue('eleve@bac.ma')
  expect(screen.getByLabelText('Mot de passe')).toHaveValue('secret1')
  const second = await worker(1)
  await act(async () => second.solves(8))
  await userEvent.click(screen.getByRole('button', { name: 'Créer compte' }))
  await vi.waitFor(() => expect(taken.map(number)).toEqual([7, 8]))
})
