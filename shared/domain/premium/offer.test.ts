import { isOfferOver } from './offer.ts'

test.each([
  ['2026-07-10', '2026-07-10', false],
  ['2026-07-10', '2026-07-11', true],
  [null, '2099-01-01', false],
])('an offer until %s is over on %s: %s', (premiumValidUntil, today, isOver) => {
  expect(isOfferOver({ premiumValidUntil }, today)).toBe(isOver)
})
