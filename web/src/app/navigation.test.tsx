import { render, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Link, MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { tracks } from '#shared/catalogue/tracks.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { json, networkAnswers } from '#web/test/answers.ts'
import { createPageClient } from '#web/test/render-page.tsx'
import { Layout } from './layout/layout.tsx'
import { Providers } from './providers.tsx'
import { AppRoutes } from './routes.tsx'

/** In some browsers `scrollTo` returns a promise. */
const scrollTo = vi.fn(() => Promise.resolve())

beforeEach(() => {
  scrollTo.mockClear()
  vi.stubGlobal('scrollTo', scrollTo)
  networkAnswers(json({ items: [] }))
  authStore.dispatch({ type: 'ended' })
  createPageClient()
})

function visit(address: string) {
  render(
    <MemoryRouter initialEntries={[address]}>
      <Providers>
        <Layout>
          <AppRoutes />
        </Layout>
      </Providers>
    </MemoryRouter>,
  )
}

test.each([
  ['/', 'Réussissez votre bac en physique-chimie'],
  ['/login', 'Connexion'],
  ['/signup', 'Inscription'],
  ['/compte', 'Mon compte'],
  ['/science-math', 'Science Math'],
  ['/science-physique', 'Science Physique'],
  ['/svt', 'SVT'],
  ['/science-math/electricite/4', 'RLC forcé'],
  ['/svt/electricite/4', 'Chapitre introuvable'],
  ['/sujets-bac', 'Sujets du Bac'],
  ['/sujets-bac/sm', 'Sujets Science Math'],
  ['/sujets-bac/pc', 'Sujets Science Physique'],
  ['/sujets-bac/svt', 'Sujets SVT'],
  ['/sujets-bac/sm/2023-normale', 'Bac SM 2023 - Session Normale'],
  ['/sujets-bac/sm/2023', 'Sujet introuvable'],
  ['/sujets-bac/upload', 'Accès Refusé'],
  ['/videos-gratuites', 'Vidéos Gratuites'],
  ['/contact', 'Contact'],
  ['/a-propos', 'À propos'],
  ['/premium', 'Accès Premium'],
  ['/confidentialite', 'Confidentialité'],
  ['/admin', 'Accès Refusé'],
  ['/nulle-part', 'Page introuvable'],
  // Line separators do not match the router's own '*' pattern.
  ['/nulle%0Apart', 'Page introuvable'],
  ['/%E2%80%A8/x', 'Page introuvable'],
  ['/admin/%E2%80%A9', 'Page introuvable'],
])('%s is the page %j for a visitor', async (address, heading) => {
  visit(address)
  expect(await screen.findByRole('heading', { level: 1, name: heading })).toBeVisible()
  await waitFor(() => expect(document.title).toMatch(/\| Révision Bac Physique-Chimie$/))
})

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
  render(
    <MemoryRouter>
      <Providers>
        <Layout>
          <Link to={to}>Le lien</Link>
        </Layout>
      </Providers>
    </MemoryRouter>,
  )
  await userEvent.click(screen.getByRole('link', { name: 'Le lien' }))
  expect(scrollTo).not.toHaveBeenCalled()
})

test('the header carries every link and the sign-in button', () => {
  visit('/')
  const menu = screen.getByRole('navigation', { name: 'Menu principal' })
  expect([...menu.querySelectorAll('a')].map((link) => link.textContent)).toEqual([
    'Accueil',
    ...tracks.map(({ label }) => label),
    'Sujets Bac',
    'Vidéos gratuites',
    'Contact',
  ])
  expect(screen.getByRole('button', { name: 'Se connecter' })).toBeEnabled()
})
