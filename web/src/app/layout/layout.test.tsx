import { act, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleSettings } from '#shared/entities/samples.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { seedSettings } from '#web/lib/settings.ts'
import { aProfile } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { Announcement, SessionGuard } from './layout.tsx'

beforeEach(() => authStore.dispatch({ type: 'ended' }))

const renderGuard = () =>
  render(
    <SessionGuard>
      <p>Contenu</p>
    </SessionGuard>,
  )

test('the session guard announces the check in a live region and keeps the page', () => {
  renderGuard()
  const place = screen.getByRole('status')
  expect(place).toBeEmptyDOMElement()
  act(() => authStore.dispatch({ type: 'checkStarted' }))
  expect(place).toHaveTextContent('Vérification de la session...')
  expect(screen.getByText('Contenu')).toBeVisible()
  act(() => authStore.dispatch({ type: 'opened', sessionId: 's1', profile: aProfile() }))
  expect(place).toBeEmptyDOMElement()
})

const announcement = { text: 'Concours blanc le 3 mai', from: '2027-04-20', until: '2027-05-03' }

function show(differences = {}) {
  const settings = { ...sampleSettings, announcement: { ...announcement, ...differences } }
  seedSettings({ settings, isOfferOver: false, isAnnounced: false, utcOffset: 3_600_000 })
  return renderPage(<Announcement />)
}
const banner = () => screen.queryByRole('region', { name: 'Annonce' })

test.each([
  ['2027-04-19T22:59:59Z', false],
  ['2027-04-19T23:00:00Z', true],
  ['2027-05-03T22:59:59Z', true],
  ['2027-05-03T23:00:00Z', false],
])('at %s the announcement is shown: %s', (now, isShown) => {
  vi.useFakeTimers({ now: new Date(now) })
  show()
  expect(banner() !== null).toBe(isShown)
})

test('closing hides the announcement on later visits too, and another text is shown with its page', async () => {
  vi.useFakeTimers({ now: new Date('2027-05-01T12:00:00Z'), toFake: ['Date'] })
  const { unmount } = show()
  await userEvent.click(screen.getByRole('button', { name: "Fermer l'annonce" }))
  expect(banner()).toBeNull()
  unmount()
  const again = show()
  expect(banner()).toBeNull()
  again.unmount()
  const text = 'Le concours blanc est reporté'
  show({ text, page: '/contact' })
  expect(screen.getByRole('link', { name: text })).toHaveAttribute('href', '/contact')
})

test('shows a new announcement from midnight on, when a page that was left open becomes visible', () => {
  vi.useFakeTimers({ now: new Date('2027-04-19T12:00:00Z') })
  show()
  expect(banner()).toBeNull()
  vi.setSystemTime(new Date('2027-04-20T07:00:00Z'))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(banner()).toHaveTextContent(announcement.text)
})
