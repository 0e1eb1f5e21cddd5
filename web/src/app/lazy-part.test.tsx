import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { fetchedPart } from '#web/lib/fetched-part.tsx'
import { fetchAfter, Opener, toggle } from '#web/test/fetched-parts.tsx'
import { LazyPart } from './lazy-part.tsx'

// What React tells of an error that a boundary has caught.
beforeEach(() => void vi.spyOn(console, 'error').mockReturnValue())

test('a part that could not be fetched says so, and is fetched anew with the next opening', async () => {
  const load = fetchAfter(2)
  const Fetched = fetchedPart(load)
  render(
    <Opener>
      <LazyPart failed="Échec">
        <Fetched name="La partie" />
      </LazyPart>
    </Opener>,
  )
  for (const found of ['Échec', 'Échec', 'La partie est là']) {
    await toggle()
    expect(await screen.findByText(found)).toBeVisible()
    await toggle()
  }
  expect(load).toHaveBeenCalledTimes(3)
})

function Missing({ onRetry }: { onRetry: () => void }) {
  return (
    <button type="button" onClick={onRetry}>
      Réessayer
    </button>
  )
}

test('where nothing opens it again, what stands in its place can', async () => {
  const load = fetchAfter(2)
  const Fetched = fetchedPart(load)
  render(
    <LazyPart failed={Missing}>
      <Fetched name="La partie" />
    </LazyPart>,
  )
  for (let failures = 0; failures < 2; failures++)
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('La partie est là')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(3)
})
