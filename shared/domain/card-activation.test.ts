import * as fc from 'fast-check'
import { sampleCard } from '../entities/samples.ts'
import { cardRefusal, premiumWithCard } from './card-activation.ts'
import { isPremiumNow } from './premium.ts'

const now = new Date('2027-04-01T10:00:00Z')
const at = now.toISOString()
const card = { ...sampleCard, validUntil: '2027-04-01', premiumUntil: '2027-07-10' }
const cardEnd = '2027-07-10T23:00:00.000Z'
const free = { isPremium: false, premiumUntil: null, payment: null }
const payment = { amount: 250, means: 'Carte prépayée', reference: `${card.label}, n° ${card.serial}` }

test.each([
  { name: 'on its last day', changes: {}, refusal: null },
  { name: 'without an end', changes: { premiumUntil: null }, refusal: null },
  { name: 'the day after', changes: { validUntil: '2027-03-31' }, refusal: 'CODE_EXPIRED' },
  { name: 'whose Premium is over', changes: { premiumUntil: '2027-03-31' }, refusal: 'CODE_EXPIRED' },
  { name: 'that is revoked', changes: { revokedAt: at, validUntil: '2020-01-01' }, refusal: 'CODE_REVOKED' },
  { name: 'that is used', changes: { usedAt: at, revokedAt: at }, refusal: 'CODE_USED' },
])('a card $name: $refusal', ({ changes, refusal }) => {
  expect(cardRefusal({ ...card, ...changes }, now)).toBe(refusal)
})

test('a card is taken until its last day is over', () => {
  expect(cardRefusal(card, new Date('2027-04-01T22:59:59Z'))).toBeNull()
  expect(cardRefusal(card, new Date('2027-04-01T23:00:00Z'))).toBe('CODE_EXPIRED')
})

test.each([
  { name: 'a free account', before: free, end: cardEnd },
  { name: 'Premium that has run out', before: { ...free, isPremium: true, premiumUntil: at }, end: cardEnd },
  {
    name: 'Premium that ends earlier',
    before: { ...free, isPremium: true, premiumUntil: '2027-06-01T00:00:00.000Z' },
    end: cardEnd,
  },
  {
    name: 'Premium that ends later',
    before: { ...free, isPremium: true, premiumUntil: '2028-01-01T00:00:00.000Z' },
    end: '2028-01-01T00:00:00.000Z',
  },
  { name: 'Premium without end', before: { ...free, isPremium: true }, end: null },
])('$name ends at $end with the card', ({ before, end }) => {
  expect(premiumWithCard(before, card, now)).toEqual({ isPremium: true, premiumUntil: end, payment })
})

test('a card takes no one anything', () => {
  const instant = fc.option(fc.date({ min: new Date(0), max: new Date('2100-01-01'), noInvalidDate: true }))
  fc.assert(
    fc.property(
      fc.boolean(),
      instant,
      fc.constantFrom(null, '2027-07-10'),
      (isPremium, until, premiumUntil) => {
        const before = { ...free, isPremium, premiumUntil: until?.toISOString() ?? null }
        const after = premiumWithCard(before, { ...card, premiumUntil }, now)
        const ends = (end: string | null) => (end === null ? Number.POSITIVE_INFINITY : Date.parse(end))
        expect(isPremiumNow(after, now)).toBe(true)
        if (isPremiumNow(before, now))
          expect(ends(after.premiumUntil)).toBeGreaterThanOrEqual(ends(before.premiumUntil))
      },
    ),
  )
})
