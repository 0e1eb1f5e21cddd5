import { act, render, screen } from '@testing-library/react'
import { renderToString } from 'react-dom/server'
import { MemoryRouter } from 'react-router-dom'
import { beforeEach, expect, test, vi } from 'vitest'
import { sampleSettings } from '#shared/entities/samples.ts'
import type { SettingsView } from '#shared/entities/settings.ts'
import { PremiumLink } from '#web/ui/account-view.tsx'
import { askTime } from './server-clock.ts'
import { isClockDoubtful, moroccanToday, seedSettings } from './settings.ts'

const settings = { ...sampleSettings, premiumValidUntil: '2027-07-10' }
const HOUR_MS = 3_600_000
const seed = (published: SettingsView, utcOffset = HOUR_MS) =>
  seedSettings({ settings: published, isOfferOver: false, isAnnounced: false, utcOffset })
const page = (
  <MemoryRouter>
    <PremiumLink />
  </MemoryRouter>
)
const wayToPremium = () => screen.getByRole('link')

beforeEach(() => void vi.useFakeTimers({ now: new Date('2027-07-10T22:59:59Z'), toFake: ['Date'] }))

test.each([
  { premiumValidUntil: '2027-07-10', at: '2027-07-10T22:59:59Z', says: 'Passer en Premium' },
  { premiumValidUntil: '2027-07-10', at: '2027-07-10T23:00:00Z', says: 'Offre en préparation' },
  { premiumValidUntil: null, at: '2027-07-10T23:00:00Z', says: 'Passer en Premium' },
])('with an offer until $premiumValidUntil, at $at the way to Premium reads $says', (given) => {
  const { premiumValidUntil, at, says } = given
  vi.setSystemTime(new Date(at))
  seed({ ...settings, premiumValidUntil })
  render(page)
  expect(wayToPremium()).toHaveTextContent(says)
  expect(wayToPremium()).toHaveAttribute('href', '/premium')
})

test('a page that was rendered before the end of the offer is hydrated as it is, then says what holds now', () => {
  seed(settings)
  const place = document.body.appendChild(document.createElement('div'))
  place.innerHTML = renderToString(page)
  vi.setSystemTime(new Date('2027-09-01T10:00:00Z'))
  render(page, { container: place, hydrate: true })
  expect(wayToPremium()).toHaveTextContent('Offre en préparation')
  place.remove()
})

test('a phone whose clock is a year ahead asks the edge for the time, and shows the offer again', async () => {
  vi.setSystemTime(new Date('2028-01-10T10:00:00Z'))
  seed(settings)
  render(page)
  expect(wayToPremium()).toHaveTextContent('Offre en préparation')
  expect(isClockDoubtful()).toBe(true)
  const headers = { date: 'Sun, 10 Jan 2027 09:00:00 GMT', age: '3600' }
  vi.stubGlobal('fetch', async () => new Response(null, { headers }))
  await act(askTime)
  expect(wayToPremium()).toHaveTextContent('Passer en Premium')
  expect(isClockDoubtful()).toBe(false)
})

test.each([
  { at: '2026-07-10T22:59:59Z', utcOffset: HOUR_MS, today: '2026-07-10' },
  { at: '2026-07-10T23:00:00Z', utcOffset: HOUR_MS, today: '2026-07-11' },
  { at: '2026-07-10T23:59:59Z', utcOffset: 0, today: '2026-07-10' },
  { at: '2026-07-11T00:00:00Z', utcOffset: 0, today: '2026-07-11' },
])(
  'at $at the day is $today by the offset of the page, $utcOffset ms, whatever the device knows of Morocco',
  ({ at, utcOffset, today }) => {
    vi.setSystemTime(new Date(at))
    seed(settings, utcOffset)
    expect(moroccanToday()).toBe(today)
  },
)
