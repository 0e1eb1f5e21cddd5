import { isAnnounced, isOfferOver } from './offer.ts'

test.each([
  ['2026-07-10', '2026-07-10', false],
  ['2026-07-10', '2026-07-11', true],
  [null, '2099-01-01', false],
])('an offer until %s is over on %s: %s', (premiumValidUntil, today, isOver) => {
  expect(isOfferOver({ premiumValidUntil }, today)).toBe(isOver)
})

const during = (from: string, until: string) => ({ announcement: { text: 'Concours blanc', from, until } })

test.each([
  ['2026-12-01', '2026-12-03', '2026-11-30', false],
  ['2026-12-01', '2026-12-03', '2026-12-01', true],
  ['2026-12-01', '2026-12-03', '2026-12-03', true],
  ['2026-12-01', '2026-12-03', '2026-12-04', false],
  ['2026-12-01', '2026-12-01', '2026-12-01', true],
])('an announcement from %s to %s is shown on %s: %s', (from, until, today, isShown) => {
  expect(isAnnounced(during(from, until), today)).toBe(isShown)
  expect(isAnnounced({ announcement: null }, today)).toBe(false)
})
