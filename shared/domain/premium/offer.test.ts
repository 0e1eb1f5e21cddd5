import { isOfferOver } from './offer.ts'

test.each([
  { premiumValidUntil: '2026-07-10', today: '2026-03-01', isOver: false },
  { premiumValidUntil: '2026-07-10', today: '2026-07-10', isOver: false },
  { premiumValidUntil: '2026-07-10', today: '2026-07-11', isOver: true },
  { premiumValidUntil: '2026-07-10', today: '2026-11-23', isOver: true },
  { premiumValidUntil: null, today: '2099-01-01', isOver: false },
])('an offer until $premiumValidUntil is over on $today: $isOver', ({ premiumValidUntil, today, isOver }) => {
  expect(isOfferOver({ premiumValidUntil }, today)).toBe(isOver)
})
