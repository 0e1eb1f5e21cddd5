import { act, screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleSettings } from '#shared/entities/samples.ts'
import type { Profile } from '#shared/entities/user.ts'
import { authStore } from '#web/lib/auth/auth-state.ts'
import { seedSettings } from '#web/lib/settings.ts'
import { aProfile } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { HomePage } from './home-page.tsx'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
  vi.setSystemTime(new Date(2027, 5, 1, 10))
})

const listOf = (heading: string) =>
  within(screen.getByRole('region', { name: heading })).getAllByRole('listitem')

test('counts the days to the exams that are still to come', () => {
  renderPage(<HomePage />)
  const exams = () => listOf('Prochains examens').map((item) => item.textContent)
  expect(exams()).toEqual([
    'dans 2 joursExamen national, session normale3 juin 2027',
    'dans 34 joursExamen national, session de rattrapage5 juillet 2027',
  ])
  expect(screen.getByText('3 juin 2027')).toHaveAttribute('datetime', '2027-06-03')

  // The page was left open past the exam and becomes visible again.
  vi.setSystemTime(new Date(2027, 5, 4, 10))
  act(() => void document.dispatchEvent(new Event('visibilitychange')))
  expect(exams()).toEqual(['dans 31 joursExamen national, session de rattrapage5 juillet 2027'])
})

test('counts by the hour of Morocco that the page was published with', () => {
  seedSettings({ settings: sampleSettings, isOfferOver: false, isAnnounced: false, utcOffset: 3_600_000 })
  vi.setSystemTime(new Date('2027-06-02T23:30:00Z'))
  renderPage(<HomePage />)
  expect(listOf('Prochains examens')[0]).toHaveTextContent("c'est aujourd'hui")
  seedSettings({ settings: sampleSettings, isOfferOver: false, isAnnounced: false, utcOffset: 0 })
})

test.each([
  { at: '2099-07-10T22:00:00Z', says: /^Un seul paiement de 250 DH/ },
  { at: '2099-07-10T23:00:00Z', says: /^La prochaine offre Premium est en préparation/ },
])('says at $at what Premium costs, or that the next offer is being prepared', ({ at, says }) => {
  vi.setSystemTime(new Date(at))
  const { unmount } = renderPage(<HomePage />)
  expect(screen.getByText(says)).toBeVisible()
  expect(screen.getByRole('link', { name: 'Accès Premium' })).toBeVisible()
  unmount()
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile({ isPremium: true }) })
  renderPage(<HomePage />)
  expect(screen.queryByText(says)).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'Accès Premium' })).not.toBeInTheDocument()
  authStore.dispatch({ type: 'ended' })
})

test.each<[Partial<Profile>, boolean]>([
  [{ isAdmin: true, isOwner: true }, true],
  [{ isAdmin: true, isOwner: false }, false],
  [{}, false],
])('begins for %o with what waits for an owner: %s', (profile, isShown) => {
  authStore.dispatch({ type: 'opened', sessionId: 's', profile: aProfile(profile) })
  renderPage(<HomePage StudentHome={() => <p>Élève</p>} OwnerHome={() => <p>À faire</p>} />)
  expect(screen.queryAllByText('À faire')).toHaveLength(isShown ? 1 : 0)
  const student = screen.getByText('Élève')
  if (profile.isAdmin) expect(student).not.toBeVisible()
  else expect(student).toBeVisible()
})
