import { isOfferOver, offerEnd } from './offer.ts'

const LAST_DAY = '2026-07-10'
const END = '2026-07-10T23:00:00.000Z'

test.each([
  { premiumValidUntil: LAST_DAY, end: END },
  { premiumValidUntil: '2026-12-31', end: '2026-12-31T23:00:00.000Z' },
  { premiumValidUntil: null, end: undefined },
])('an offer until $premiumValidUntil ends with that day in Morocco', ({ premiumValidUntil, end }) => {
  expect(offerEnd({ premiumValidUntil })?.toISOString()).toBe(end)
})

test.each([
  { premiumValidUntil: LAST_DAY, at: '2026-03-01T00:00:00.000Z', isOver: false },
  { premiumValidUntil: LAST_DAY, at: '2026-07-10T22:59:59.999Z', isOver: false },
  { premiumValidUntil: LAST_DAY, at: END, isOver: true },
  { premiumValidUntil: LAST_DAY, at: '2026-11-23T12:00:00.000Z', isOver: true },
  { premiumValidUntil: null, at: '2099-01-01T00:00:00.000Z', isOver: false },
])('an offer until $premiumValidUntil is over at $at: $isOver', ({ premiumValidUntil, at, isOver }) => {
  expect(isOfferOver({ premiumValidUntil }, new Date(at))).toBe(isOver)
})
