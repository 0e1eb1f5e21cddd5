import { act, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { expect, test, vi } from 'vitest'
import { authStore, SignInDialogContext } from '#web/lib/auth/auth-state.ts'
import { aProfile } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { Header } from './header.tsx'

function show() {
  authStore.dispatch({ type: 'ended' })
  renderPage(
    <SignInDialogContext value={() => {}}>
      <Header search={<button type="button">Rechercher</button>} />
    </SignInDialogContext>,
  )
}

test('the menu follows its button; Escape closes it and returns the focus', async () => {
  show()
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir le menu' }))
  await userEvent.tab()
  expect(screen.getByRole('link', { name: 'Accueil' })).toHaveFocus()
  await userEvent.keyboard('{Escape}')
  expect(screen.getByRole('button', { name: 'Ouvrir le menu' })).toHaveFocus()
})

const openPaymentRequest = { id: 'r-1', number: '4F7K', createdAt: '2026-03-12T12:00:00.000Z' }

test.each([
  { profile: aProfile(), last: 'Passer en Premium' },
  { profile: aProfile({ openPaymentRequest }), last: 'Passer en PremiumDemande en attente' },
  { profile: aProfile({ isPremium: true }), last: 'Compte Premium' },
])('the menu of an account ends with its own pages once it is open: $last', async ({ profile, last }) => {
  show()
  act(() => authStore.dispatch({ type: 'opened', sessionId: 's1', profile }))
  const ownPages = () => screen.queryByRole('list', { name: 'Mon espace' })
  expect(ownPages()).not.toBeInTheDocument()
  await userEvent.click(screen.getByRole('button', { name: 'Ouvrir le menu' }))
  const list = await screen.findByRole('list', { name: 'Mon espace' })
  const items = within(list).getAllByRole('listitem')
  const ownNames = ['Mes révisions', 'Hors ligne', 'Mon compte', last]
  expect(items.map(({ textContent }) => textContent)).toEqual(ownNames)
  act(() => authStore.dispatch({ type: 'ended' }))
  expect(ownPages()).not.toBeInTheDocument()
})

test('the line about the network stays until it is back, for an account until a heartbeat reached the server', () => {
  const OFFLINE = 'Vous êtes hors ligne. Veuillez vérifier votre connexion internet.'
  const goes = (network: 'offline' | 'online') => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(network === 'online')
    act(() => void window.dispatchEvent(new Event(network)))
  }
  const profile = aProfile()
  const line = () => screen.getByRole('status')
  show()
  expect(line()).toBeEmptyDOMElement()
  goes('offline')
  expect(line()).toHaveTextContent(OFFLINE)
  goes('online')
  expect(line()).toBeEmptyDOMElement()

  act(() => authStore.dispatch({ type: 'opened', sessionId: 's1', profile }))
  goes('offline')
  act(() => authStore.dispatch({ type: 'troubled', trouble: 'offline' }))
  goes('online')
  expect(line()).toHaveTextContent(OFFLINE)
  act(() => authStore.dispatch({ type: 'renewed', sessionId: 's1', profile }))
  expect(line()).toBeEmptyDOMElement()
})
