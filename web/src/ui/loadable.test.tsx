import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { problems } from '#shared/domain/problems.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { aProfile } from '#web/test/answers.ts'
import { Loadable } from './loadable.tsx'

beforeEach(() => authStore.dispatch({ type: 'ended' }))

const source = (differences: object) => ({
  data: undefined as string | undefined,
  error: null as Error | null,
  isFetching: false,
  refetch: vi.fn(),
  ...differences,
})
const show = (of: ReturnType<typeof source>) =>
  render(
    <Loadable of={of} error="La liste n'a pas pu être chargée">
      {(text) => <p>{text}</p>}
    </Loadable>,
  )

test.each([
  // The line above the page says that the device is offline.
  ['offline', ''],
  ['unreachable', 'Vérifiez votre connexion Internet et réessayez.'],
] as const)('without data, a failure that is %s says so and can be tried again', async (kind, hint) => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(kind !== 'offline')
  const of = source({ error: new ApiFailure(kind) })
  show(of)
  expect(screen.getByRole('alert')).toHaveTextContent(`La liste n'a pas pu être chargée${hint}Réessayer`)
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(of.refetch).toHaveBeenCalledOnce()
})

test("without data, a refusal is told by the server's sentence, a failure of the server by the message", () => {
  const message = "La liste n'a pas pu être chargée"
  const shown = (code: 'CONFLICT' | 'INTERNAL_ERROR') => {
    const { status, title, detail } = problems[code]
    const problem = { type: 'about:blank', title, status, detail, code, requestId: 'r1' }
    show(source({ error: new ApiFailure(status < 500 ? 'refused' : 'failing', { problem }) }))
    return screen.getAllByRole('alert').at(-1)
  }
  const sentence = "Cet élément vient d'être modifié. Veuillez actualiser puis réessayer."
  expect(shown('CONFLICT')).toHaveTextContent(`${message}${sentence}Réessayer`)
  expect(shown('INTERNAL_ERROR')).toHaveTextContent(`${message}Réessayer`)
})

test('data stays with a note when a refetch fails', () => {
  show(source({ data: 'ancienne', error: new ApiFailure('unreachable') }))
  expect(screen.getByText('ancienne')).toBeVisible()
  expect(screen.getByText('Vérifiez votre connexion Internet et réessayez.')).toBeVisible()
})

test('data stays as it is where the line above the page says that it is offline', () => {
  authStore.dispatch({ type: 'opened', sessionId: 's1', profile: aProfile() })
  authStore.dispatch({ type: 'troubled', trouble: 'offline' })
  show(source({ data: 'ancienne', error: new ApiFailure('unreachable') }))
  expect(screen.getByText('ancienne')).toBeVisible()
  expect(screen.queryByText(/Vérifiez|hors ligne|dernières reçues/)).not.toBeInTheDocument()
})
