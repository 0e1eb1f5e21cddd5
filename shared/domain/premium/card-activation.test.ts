import { sampleCard } from '../../entities/samples.ts'
import { cardRefusal, premiumWithCard } from './card-activation.ts'

const now = new Date('2027-04-01T10:00:00Z')
const past = now.toISOString()
const card = { ...sampleCard, validUntil: '2027-04-01', premiumUntil: '2027-07-10' }
const cardEnd = '2027-07-10'
const free = { isPremium: false, premiumUntil: null, payment: null }
const payment = { amount: 250, means: 'Carte prépayée', reference: `${card.label}, n° ${card.serial}` }

test.each([
  { name: 'on its last day', changes: {}, refusal: null },
  { name: 'without an end', changes: { premiumUntil: null }, refusal: null },
  { name: 'the day after', changes: { validUntil: '2027-03-31' }, refusal: 'CODE_EXPIRED' },
  { name: 'whose Premium is over', changes: { premiumUntil: '2027-03-31' }, refusal: 'CODE_EXPIRED' },
  { name: 'that is revoked', changes: { revokedAt: past, validUntil: '2020-01-01' }, refusal: 'CODE_REVOKED' },
  { name: 'that is used', changes: { usedAt: past, revokedAt: past }, refusal: 'CODE_USED' },
])('a card $name: $refusal', ({ changes, refusal }) => {
  expect(cardRefusal({ ...card, ...changes }, now)).toBe(refusal)
})

test('accepts a card until its last day is over', () => {
  const ending = { ...card, validUntil: '2026-10-10' }
  expect(cardRefusal(ending, new Date('2026-10-10T23:59:59Z'))).toBeNull()
  expect(cardRefusal(ending, new Date('2026-10-11T00:00:00Z'))).toBe('CODE_EXPIRED')
})

const heldUntil = (premiumUntil: string | null) => ({ ...free, isPremium: true, premiumUntil })

test.each([
  ['a free account', free, cardEnd],
  ['Premium that has run out', heldUntil('2027-03-31'), cardEnd],
  ['Premium that ends earlier', heldUntil('2027-06-01'), cardEnd],
  ['Premium that ends later', heldUntil('2028-01-01'), '2028-01-01'],
  ['Premium without end', heldUntil(null), null],
])('%s with a card ends as it should', (_, before, end) => {
  expect(premiumWithCard(before, card, now)).toEqual({ isPremium: true, premiumUntil: end, payment })
})
