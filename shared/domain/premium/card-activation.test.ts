import * as fc from 'fast-check'
import { sampleCard } from '../../entities/samples.ts'
import { daysBefore } from '../days/moroccan-day.ts'
import { cardRefusal, premiumWithCard } from './card-activation.ts'
import { isPremiumNow } from './premium.ts'

const now = new Date('2027-04-01T10:00:00Z')
const at = now.toISOString()
const card = { ...sampleCard, validUntil: '2027-04-01', premiumUntil: '2027-07-10' }
const cardEnd = '2027-07-10'
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

test('accepts a card until its last day is over', () => {
  const ending = { ...card, validUntil: '2026-10-10' }
  expect(cardRefusal(ending, new Date('2026-10-10T23:59:59Z'))).toBeNull()
  expect(cardRefusal(ending, new Date('2026-10-11T00:00:00Z'))).toBe('CODE_EXPIRED')
})

test.each([
  { name: 'a free account', before: free, end: cardEnd },
  {
    name: 'Premium that has run out',
    before: { ...free, isPremium: true, premiumUntil: '2027-03-31' },
    end: cardEnd,
  },
  {
    name: 'Premium that ends earlier',
    before: { ...free, isPremium: true, premiumUntil: '2027-06-01' },
    end: cardEnd,
  },
  {
    name: 'Premium that ends later',
    before: { ...free, isPremium: true, premiumUntil: '2028-01-01' },
    end: '2028-01-01',
  },
  { name: 'Premium without end', before: { ...free, isPremium: true }, end: null },
])('$name ends at $end with the card', ({ before, end }) => {
  expect(premiumWithCard(before, card, now)).toEqual({ isPremium: true, premiumUntil: end, payment })
})

test('a card never shortens Premium', () => {
  const day = fc.option(
    fc.integer({ min: 0, max: 100 * 365 }).map((count) => daysBefore('2000-01-01', -count)),
  )
  fc.assert(
    fc.property(fc.boolean(), day, fc.constantFrom(null, '2027-07-10'), (isPremium, until, premiumUntil) => {
      const before = { ...free, isPremium, premiumUntil: until }
      const after = premiumWithCard(before, { ...card, premiumUntil }, now)
      const ends = (end: string | null) => (end === null ? Number.POSITIVE_INFINITY : Date.parse(end))
      expect(isPremiumNow(after, now)).toBe(true)
      if (isPremiumNow(before, now))
        expect(ends(after.premiumUntil)).toBeGreaterThanOrEqual(ends(before.premiumUntil))
    }),
  )
})
