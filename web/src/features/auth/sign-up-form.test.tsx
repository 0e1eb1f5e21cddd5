import { act, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleSignUpChallenge } from '#shared/contract/samples.ts'
import { getSignUpChallenge } from '#shared/contract/sign-up.ts'
import { trackQuestion } from '#web/lib/auth/auth-state.ts'
import { signUp } from '#web/lib/auth/form-actions.ts'
import { IdentityFailure } from '#web/lib/auth/identity-failure.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { SignUpForm } from './sign-up-form.tsx'

vi.mock('#web/lib/auth/form-actions.ts', () => ({ signIn: vi.fn(), signUp: vi.fn() }))

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

async function submit() {
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
  await submit()
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
  await submit()
  expect(await screen.findByRole('alert')).toHaveTextContent('La vérification de votre navigateur a expiré')
  expect(screen.getByLabelText('Email')).toHaveValue('eleve@bac.ma')
  expect(screen.getByLabelText('Mot de passe')).toHaveValue('secret1')
  const second = await worker(1)
  await act(async () => second.solves(8))
  await userEvent.click(screen.getByRole('button', { name: 'Créer compte' }))
  await vi.waitFor(() => expect(taken.map(number)).toEqual([7, 8]))
})
