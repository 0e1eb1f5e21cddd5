import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { reloadPage } from '#web/lib/loading/retry.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { ErrorPage } from './error-page.tsx'

vi.mock('#web/lib/loading/retry.ts', () => ({ reloadPage: vi.fn() }))

const onRetry = vi.fn<() => void>()
beforeEach(() => {
  vi.mocked(reloadPage).mockClear()
  onRetry.mockClear()
})
const retry = () => userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))

test('the error page is reloaded where the site answers', async () => {
  vi.stubGlobal('fetch', async () => new Response('<script data-scripts="/assets/index-1.js"></script>'))
  renderPage(<ErrorPage text="Chargement impossible." onRetry={onRetry} />)
  expect(screen.getByRole('heading', { level: 1, name: 'Page indisponible' })).toBeVisible()
  await retry()
  await vi.waitFor(() => expect(reloadPage).toHaveBeenCalledOnce())
  expect(onRetry).not.toHaveBeenCalled()
})

test("without a network the error page stays, in place of the browser's own error", async () => {
  vi.stubGlobal('fetch', vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch')))
  renderPage(<ErrorPage text="Chargement impossible." onRetry={onRetry} />)
  await retry()
  await vi.waitFor(() => expect(onRetry).toHaveBeenCalledOnce())
  expect(reloadPage).not.toHaveBeenCalled()
})
