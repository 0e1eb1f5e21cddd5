import { render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ReactElement } from 'react'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { networkFailure } from '#web/lib/api/failure.ts'
import { ErrorBoundary, type Failure, LazyBoundary, lazyComponent } from './lazy-component.tsx'
import { reloadOutdatedPage } from './newer-version.ts'

vi.mock('./newer-version.ts', () => ({ reloadOutdatedPage: vi.fn() }))

/** React logs the errors that a boundary catches. */
let logged: unknown[]
beforeEach(() => {
  logged = []
  vi.spyOn(console, 'error').mockImplementation((...words: unknown[]) => void logged.push(...words))
  vi.mocked(reloadOutdatedPage).mockClear()
})
const loggedErrors = () => logged.filter((word) => word instanceof Error)

const LOST = 'Chargement impossible. Vérifiez votre connexion Internet et réessayez.'
const BROKEN = "Une erreur est survenue pendant l'affichage."

function Failed({ text, onRetry }: Failure) {
  return (
    <button type="button" onClick={onRetry}>
      {text}
    </button>
  )
}

const renderRouted = (element: ReactElement) => render(element, { wrapper: MemoryRouter })

function Breaking({ isBroken }: { isBroken: () => boolean }) {
  if (isBroken()) throw new Error('It broke')
  return 'Le contenu est là'
}

const Part = () => <p>La partie est là</p>

test('a component whose chunk could not be loaded is requested again in place', async () => {
  const lost = networkFailure(new TypeError('Failed to fetch'))
  const load = vi
    .fn(async () => Part)
    .mockRejectedValueOnce(lost)
    .mockRejectedValueOnce(lost)
  const Fetched = lazyComponent(load)
  renderRouted(
    <LazyBoundary renderFailure={Failed}>
      <Fetched />
    </LazyBoundary>,
  )
  for (let failures = 0; failures < 2; failures++) await userEvent.click(await screen.findByText(LOST))
  expect(await screen.findByText('La partie est là')).toBeVisible()
  expect(load).toHaveBeenCalledTimes(3)
})

test('a component that throws is rendered again, logged once, and no reason to reload', async () => {
  let isBroken = true
  renderRouted(
    <ErrorBoundary renderFailure={Failed}>
      <Breaking isBroken={() => isBroken} />
    </ErrorBoundary>,
  )
  const retry = screen.getByText(BROKEN)
  isBroken = false
  await userEvent.click(retry)
  expect(screen.getByText('Le contenu est là')).toBeVisible()
  expect(reloadOutdatedPage).not.toHaveBeenCalled()
  expect(loggedErrors()).toEqual([expect.objectContaining({ message: 'It broke' })])
})
