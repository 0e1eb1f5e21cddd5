import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { createPageClient } from '#web/test/render-page.tsx'
import { Providers } from './app.tsx'
import { Layout } from './layout/layout.tsx'
import { AppRoutes, routeOf } from './routes.tsx'

/** In some browsers `scrollTo` returns a promise. */
const scrollTo = vi.fn(() => Promise.resolve())

beforeEach(() => {
  scrollTo.mockClear()
  vi.stubGlobal('scrollTo', scrollTo)
  networkAnswers(json({ items: [] }))
  authStore.dispatch({ type: 'ended' })
  createPageClient()
})

function visit(address: string, page = <AppRoutes />) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Providers>
        <Layout>{page}</Layout>
      </Providers>
    </MemoryRouter>,
  )
}

test('a navigation goes to the top and gives the heading the focus', async () => {
  visit('/')
  const main = within(screen.getByRole('main'))
  const link = await main.findByRole('link', { name: /Science Physique/ })
  // The page keeps its position when the reader scrolled before the scripts ran.
  expect(scrollTo).not.toHaveBeenCalled()
  await userEvent.click(link)
  const heading = await screen.findByRole('heading', { level: 1, name: 'Science Physique' })
  await waitFor(() => expect(heading).toHaveFocus())
  expect(scrollTo.mock.calls).toEqual([[0, 0]])
  await userEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Contact' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Contact' })).toHaveFocus()
})

test('a link to the page that is open goes to its top, and closes the menu', async () => {
  visit('/contact')
  const heading = await screen.findByRole('heading', { level: 1, name: 'Contact' })
  const footer = within(screen.getByRole('contentinfo'))
  await userEvent.click(footer.getByRole('link', { name: 'Contact' }))
  expect(scrollTo.mock.calls).toEqual([[0, 0]])
  expect(heading).toHaveFocus()
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir le menu' }))
  await userEvent.click(within(screen.getByRole('banner')).getByRole('link', { name: 'Contact' }))
  expect(scrollTo).toHaveBeenCalledTimes(2)
  expect(screen.getByRole('button', { name: 'Ouvrir le menu' })).toBeVisible()
})

test.each(['?annee=2023', '#ondes'])('a link to %s keeps the position of the page', async (to) => {
  visit('/', <Link to={to}>Le lien</Link>)
  await userEvent.click(screen.getByRole('link', { name: 'Le lien' }))
  expect(scrollTo).not.toHaveBeenCalled()
})

test.each([
  ['/svt/electricite/1', 'ChapterPage'],
  ['/sujets-bac/sm/2023-normale/', 'PaperPage'],
  ['/sujets-bac/sm/2023-normale/examen', 'MockExamPage'],
  ['/admin/audit', 'AdminPage'],
  ['/nulle-part', 'NotFoundPage'],
  ['/nulle\npart', 'NotFoundPage'],
  ['/\u2028/x', 'NotFoundPage'],
])('%j is the address of %s', (address, page) => {
  expect(routeOf(address).component).toBe(page)
})
