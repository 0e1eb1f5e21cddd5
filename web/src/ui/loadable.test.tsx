import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { problems } from '#shared/contract/problems.ts'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { Loadable } from './loadable.tsx'

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

test('shows a spinner while loading', () => {
  show(source({ isFetching: true }))
  expect(screen.getByRole('status')).toHaveTextContent('Chargement en cours...')
})

test.each([
  ['offline', 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'],
  ['unreachable', 'Vérifiez votre connexion Internet et réessayez.'],
] as const)('without data, a failure that is %s says so and can be tried again', async (kind, hint) => {
  const of = source({ error: new ApiFailure(kind) })
  show(of)
  expect(screen.getByRole('alert')).toHaveTextContent(`La liste n'a pas pu être chargée${hint}`)
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(of.refetch).toHaveBeenCalledOnce()
})

test.each([
  ['CONFLICT', "Cet élément vient d'être modifié. Veuillez actualiser puis réessayer."],
  ['INTERNAL_ERROR', ''],
] as const)(
  "without data, %s is told by the message, and by the server's sentence where it says more",
  (code, sentence) => {
    const { status, title, detail } = problems[code]
    const body = { type: 'about:blank', title, status, detail, code, requestId: 'r1' }
    show(source({ error: new ApiFailure(status < 500 ? 'refused' : 'failing', { problem: body }) }))
    expect(screen.getByRole('alert')).toHaveTextContent(
      `La liste n'a pas pu être chargée${sentence}Réessayer`,
    )
  },
)

test('data stays with a note when a refetch fails', () => {
  show(source({ data: 'ancienne', error: new ApiFailure('unreachable') }))
  expect(screen.getByText('ancienne')).toBeVisible()
  expect(screen.getByText('Vérifiez votre connexion Internet et réessayez.')).toBeVisible()
})

test('data stays while the device is offline, and the page says so', () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  show(source({ data: 'ancienne' }))
  expect(screen.getByText('ancienne')).toBeVisible()
  expect(screen.getByText(/^Vous êtes hors ligne/)).toBeVisible()
})

test('data is shown without a note during a refetch', () => {
  show(source({ data: 'connue', isFetching: true }))
  expect(screen.getByText('connue')).toBeVisible()
  expect(screen.queryByRole('status')).not.toBeInTheDocument()
})
