import { grantPremium, isPremiumNow, offerEnd, revokePremium } from './premium.ts'

const offer = (validUntil: string | null) => ({ priceDh: 250, validUntil })
const END = '2026-07-10T23:00:00.000Z'

test.each([
  { isPremium: false, premiumUntil: null, at: END, holds: false },
  { isPremium: false, premiumUntil: END, at: '2026-01-01T00:00:00.000Z', holds: false },
  { isPremium: true, premiumUntil: null, at: '2099-01-01T00:00:00.000Z', holds: true },
  { isPremium: true, premiumUntil: END, at: '2026-07-10T22:59:59.999Z', holds: true },
  { isPremium: true, premiumUntil: END, at: END, holds: false },
  { isPremium: true, premiumUntil: END, at: '2026-07-10T23:00:00.001Z', holds: false },
])('flag $isPremium until $premiumUntil, at $at: $holds', ({ isPremium, premiumUntil, at, holds }) => {
  expect(isPremiumNow({ isPremium, premiumUntil }, new Date(at))).toBe(holds)
})

test('the last day of the offer belongs to it, in Morocco', () => {
  expect(offerEnd(offer('2026-07-10'))?.toISOString()).toBe(END)
  expect(offerEnd(offer('2026-12-31'))?.toISOString()).toBe('2026-12-31T23:00:00.000Z')
  expect(offerEnd(offer(null))).toBeNull()
})

test.each([
  ['to come', '2026-07-10', '2026-03-01T00:00:00.000Z', END],
  ['on its last millisecond', '2026-07-10', '2026-07-10T22:59:59.999Z', END],
  ['just over', '2026-07-10', END, null],
  ['long past', '2020-07-10', '2026-03-01T00:00:00.000Z', null],
  ['without a date', null, '2026-03-01T00:00:00.000Z', null],
])('Premium given with an offer %s ends at the right time', (_, validUntil, at, premiumUntil) => {
  expect(grantPremium(offer(validUntil), new Date(at))).toEqual({ isPremium: true, premiumUntil })
})

test('Premium given holds at once; taken it does not', () => {
  const now = new Date('2026-03-01T00:00:00.000Z')
  for (const validUntil of ['2026-07-10', '2020-01-01', null])
    expect(isPremiumNow(grantPremium(offer(validUntil), now), now)).toBe(true)
  expect(isPremiumNow(revokePremium(), now)).toBe(false)
})
