import { screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleSettings } from '#shared/entities/samples.ts'
import type { Profile } from '#shared/entities/user.ts'
import { seedSettings } from '#web/lib/settings.ts'
import { aProfile } from '#web/test/answers.ts'
import { renderPage } from '#web/test/render-page.tsx'
import { PremiumEndBanner } from './premium-end-banner.tsx'

beforeEach(() =>
  seedSettings({ settings: sampleSettings, isOfferOver: false, isAnnounced: false, utcOffset: 3_600_000 }),
)

function show(today: string, changes: Partial<Profile> = {}, page = '/') {
  vi.useFakeTimers({ now: new Date(`${today}T12:00:00Z`), toFake: ['Date'] })
  return renderPage(
    <PremiumEndBanner profile={aProfile({ isPremium: true, premiumLastDay: '2027-07-10', ...changes })} />,
    page,
  )
}
const banner = () => screen.queryByRole('region', { name: "Fin de l'accès Premium" })
const close = () => userEvent.click(screen.getByRole('button', { name: 'Fermer le message' }))

test.each([
  { today: '2027-06-10', text: 'Votre accès Premium se termine dans 30 jours (le 10 juillet).' },
  { today: '2027-07-09', text: 'Votre accès Premium se termine demain (le 10 juillet).' },
  { today: '2027-07-10', text: "Votre accès Premium se termine aujourd'hui." },
  { today: '2027-07-11', changes: { isPremium: false }, text: 'Votre accès Premium est terminé.' },
])('says on $today: $text', ({ today, changes, text }) => {
  show(today, changes)
  expect(banner()).toHaveTextContent(text)
  expect(screen.getByRole('link', { name: "Voir l'offre Premium" })).toHaveAttribute('href', '/premium')
})

test.each([
  { what: 'the page is that of the offer', today: '2027-07-10', page: '/premium' },
  { what: 'the end is far away', today: '2027-06-09' },
  { what: 'Premium has no end', today: '2027-07-10', changes: { premiumLastDay: null } },
  { what: 'the server still gives Premium', today: '2027-07-11' },
  { what: 'the account is an admin', today: '2027-07-10', changes: { isAdmin: true } },
  { what: 'Premium was taken away', today: '2027-07-10', changes: { isPremium: false } },
])('says nothing where $what', ({ today, changes, page }) => {
  show(today, changes, page)
  expect(banner()).toBeNull()
})

test('stays closed until the next stage, for this account', async () => {
  const first = show('2027-06-20')
  await close()
  expect(banner()).toBeNull()
  first.unmount()
  const later = show('2027-06-30')
  expect(banner()).toBeNull()
  later.unmount()
  const next = show('2027-07-04')
  expect(banner()).not.toBeNull()
  await close()
  next.unmount()
  show('2027-07-04', { id: 'another' })
  expect(banner()).not.toBeNull()
})
