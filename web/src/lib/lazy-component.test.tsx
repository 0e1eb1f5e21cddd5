import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Suspense } from 'react'
import { expect, test, vi } from 'vitest'
import { fetchAfter, Opener, toggle } from '#web/test/lazy-components.tsx'
import { LazyBoundary, lazyComponent, optionalComponent } from './lazy-component.tsx'

test('a component is loaded once, however often it is opened', async () => {
  const load = fetchAfter(0)
  const Fetched = lazyComponent(load)
  render(
    <Opener>
      <Suspense>
        <Fetched name="La partie" />
      </Suspense>
    </Opener>,
  )
  expect(load).not.toHaveBeenCalled()
  for (let opening = 0; opening < 2; opening++) {
    await toggle()
    expect(await screen.findByText('La partie est là')).toBeVisible()
    await toggle()
  }
  expect(load).toHaveBeenCalledOnce()
})

test('an optional component renders nothing when it cannot be loaded, and is loaded when shown again', async () => {
  const load = fetchAfter(1)
  const Optional = optionalComponent(load)
  render(
    <Opener>
      <Suspense fallback="Chargement">
        <Optional name="La partie" />
      </Suspense>
    </Opener>,
  )
  await toggle()
  await vi.waitFor(() => expect(screen.queryByText('Chargement')).not.toBeInTheDocument())
  expect(screen.queryByText('La partie est là')).not.toBeInTheDocument()
  await toggle()
  await toggle()
  expect(await screen.findByText('La partie est là')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(2)
})

/** React logs the errors that a boundary catches. */
const silenceReact = () => void vi.spyOn(console, 'error').mockReturnValue()

test('a component that could not be loaded is requested again at the next opening', async () => {
  silenceReact()
  const load = fetchAfter(2)
  const Fetched = lazyComponent(load)
  render(
    <Opener>
      <LazyBoundary failed="Échec">
        <Fetched name="La partie" />
      </LazyBoundary>
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

test('a fallback with a retry button loads the component again', async () => {
  silenceReact()
  const load = fetchAfter(2)
  const Fetched = lazyComponent(load)
  render(
    <LazyBoundary failed={Missing}>
      <Fetched name="La partie" />
    </LazyBoundary>,
  )
  for (let failures = 0; failures < 2; failures++)
    await userEvent.click(await screen.findByRole('button', { name: 'Réessayer' }))
  expect(await screen.findByText('La partie est là')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(3)
})
