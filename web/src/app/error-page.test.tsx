import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { noteReadable } from '#web/lib/loading/hydration.ts'
import { reloadPage } from '#web/lib/network.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ErrorPage } from './error-page.tsx'

vi.mock('#web/lib/network.ts', async (original) => ({ ...(await original<object>()), reloadPage: vi.fn() }))

const onRetry = vi.fn<() => void>()
const retry = () => userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))

test('the error page is reloaded where the site answers, and stays without a network', async () => {
  const fetch = vi.fn<typeof globalThis.fetch>().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetch)
  renderPage(<ErrorPage text="Chargement impossible." onRetry={onRetry} />)
  await retry()
  await vi.waitFor(() => expect(onRetry).toHaveBeenCalledOnce())
  expect(reloadPage).not.toHaveBeenCalled()
  fetch.mockResolvedValue(new Response('<script data-scripts="/assets/index-1.js"></script>'))
  await retry()
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
  expect(onRetry).toHaveBeenCalledOnce()
})

test('a page that could be read stays below the reason why it failed', () => {
  const { container } = renderPage(<main>Énoncé</main>)
  document.title = 'Sujet 2023'
  noteReadable('/')
  const failed = renderPage(<ErrorPage text="Chargement impossible." onRetry={onRetry} />)
  expect(failed.container).toHaveTextContent('Chargement impossible.')
  expect(failed.container).toHaveTextContent('Énoncé')
  expect(screen.queryByRole('heading')).toBeNull()
  expect(container).toHaveTextContent('Énoncé')
  expect(document.title).toBe('Sujet 2023')
})

test('a page that was not on the screen before says that it cannot be shown', () => {
  renderPage(<main>Accueil</main>)
  noteReadable('/other')
  renderPage(<ErrorPage text="Chargement impossible." onRetry={onRetry} />)
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Page indisponible')
})
