import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { reloadPage } from '#web/lib/retry.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { NotFoundPage } from './not-found-page.tsx'
import { ErrorPage } from './routes.tsx'

vi.mock('#web/lib/retry.ts', () => ({ reloadPage: vi.fn() }))

test('the error page can be reloaded', async () => {
  renderPage(<ErrorPage />)
  expect(screen.getByRole('heading', { level: 1, name: 'Unexpected Application Error!' })).toBeVisible()
  await userEvent.click(screen.getByRole('button', { name: 'Réessayer' }))
  expect(reloadPage).toHaveBeenCalledOnce()
})

test('the not-found page links to the home page', () => {
  renderPage(<NotFoundPage />)
  expect(screen.getByRole('heading', { level: 1, name: 'Page introuvable' })).toBeVisible()
  expect(screen.getByRole('link', { name: "Retour à l'accueil" })).toHaveAttribute('href', '/')
})
