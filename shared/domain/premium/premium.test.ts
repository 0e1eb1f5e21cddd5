import { sampleCard } from '../../entities/samples.ts'
import { cardRefusal, premiumWithCard } from './ledger.ts'
import {
  type Grant,
  grantPremium,
  isPremiumNow,
  isSamePremium,
  type PremiumState,
  revokePremium,
  shownEnd,
} from './premium.ts'
import { dueReminder, premiumEndNotice, remindedEnds } from './reminders.ts'

const offer = (validUntil: string | null) => ({ premiumValidUntil: validUntil })
const END = '2026-07-10'
const OVER = '2026-07-10T23:00:00.000Z'

test.each([
  [false, null, END, false],
  [false, END, '2026-01-01T00:00:00.000Z', false],
  [true, null, '2099-01-01T00:00:00.000Z', true],
  [true, END, '2026-07-10T22:59:59.999Z', true],
  [true, END, OVER, false],
])('the flag %s until %s holds at %s: %s', (isPremium, premiumUntil, at, holds) => {
  expect(isPremiumNow({ isPremium, premiumUntil }, new Date(at))).toBe(holds)
})

const free = { isPremium: false, premiumUntil: null, payment: null }
const paid = { amount: 250, means: 'Virement', reference: 'V-1' }
const other = { amount: 200, means: 'Espèces', reference: '' }
const NOW = '2026-03-01T00:00:00.000Z'
const LATER = '2027-06-30'

test.each([
  ['to come', '2026-07-10', NOW, END],
  ['just over', '2026-07-10', OVER, null],
  ['without a date', null, NOW, null],
])('Premium that is given with an offer %s ends at the right time', (_, validUntil, at, premiumUntil) => {
  const now = new Date(at)
  expect(grantPremium(free, {}, offer(validUntil), now)).toEqual({ ...free, isPremium: true, premiumUntil })
})

const held = (premiumUntil: string | null, payment: PremiumState['payment'] = null): PremiumState => ({
  isPremium: true,
  premiumUntil,
  payment,
})

test.each<[string, PremiumState, Grant, PremiumState]>([
  ['a day', free, { until: LATER }, held(LATER)],
  ['no end', free, { until: null }, held(null)],
  ['a payment', free, { payment: paid }, held(END, paid)],
  ['nothing, while it holds: it stays', held(LATER, paid), {}, held(LATER, paid)],
  ['another day: the payment stays', held(END, paid), { until: LATER }, held(LATER, paid)],
  ['another payment: the day stays', held(LATER, paid), { payment: other }, held(LATER, other)],
  ['no payment any more', held(null, paid), { payment: null }, held(null)],
  ['nothing, after it has run out: the offer, and nothing paid yet', held('2026-01-01', paid), {}, held(END)],
  ['nothing, after it was taken: as it was paid', { ...free, payment: paid }, {}, held(END, paid)],
])('Premium that is given with %s', (_, before, grant, after) => {
  expect(grantPremium(before, grant, offer('2026-07-10'), new Date(NOW))).toEqual(after)
})

test('the payment of Premium that is taken stays noted', () => {
  expect(revokePremium({ payment: paid })).toEqual({ ...free, payment: paid })
})

test.each<[PremiumState, PremiumState, boolean]>([
  [free, { ...free }, true],
  [{ ...free, payment: paid }, { ...free, payment: { ...paid } }, true],
  [{ ...free, payment: paid }, free, false],
  [{ ...free, payment: paid }, { ...free, payment: other }, false],
  [{ ...free, payment: paid }, { ...free, payment: { ...paid, reference: '' } }, false],
  [free, { ...free, isPremium: true }, false],
  [{ ...free, isPremium: true }, { ...free, isPremium: true, premiumUntil: END }, false],
])('%j and %j are the same: %s', (a, b, isSame) => {
  expect(isSamePremium(a, b)).toBe(isSame)
})

test.each([
  ['2026-07-10', '2026-07-10T23:00:00.000Z'],
  ['2026-10-10', '2026-10-11T00:00:00.000Z'],
  [null, null],
])('answers contain the last day %s beside the instant %s after it', (premiumUntil, end) => {
  expect(shownEnd({ premiumUntil })).toEqual({ premiumUntil: end, premiumLastDay: premiumUntil })
})

const student = { isPremium: true, premiumUntil: '2027-07-10', blockedAt: null, remindersOffSince: null }
const at = '2027-01-01T00:00:00.000Z'

test.each([
  ['2027-06-25T12:00:00Z', null],
  ['2027-06-26T08:00:00Z', 14],
  ['2027-06-27T08:00:00Z', null],
  ['2027-07-07T08:00:00Z', 3],
  ['2027-07-08T12:00:00Z', null],
  ['2027-07-10T08:00:00Z', null],
])('at %s the mail that is due has %s days left', (now, due) => {
  expect(dueReminder(student, new Date(now))).toBe(due)
})

test.each([
  { isPremium: false },
  { premiumUntil: null },
  { premiumUntil: '2028-07-10' },
  { blockedAt: at },
  { remindersOffSince: at },
])('no mail is due for an account with %j', (changes) => {
  expect(dueReminder({ ...student, ...changes }, new Date('2027-06-26T08:00:00Z'))).toBeNull()
})

test('days are those of Morocco, whose clocks are not those of UTC', () => {
  // In the summer of 2026 midnight in Morocco was 23:00 in UTC.
  expect(remindedEnds(new Date('2026-06-26T22:59:59Z'))).toEqual(['2026-07-10', '2026-06-29'])
  expect(remindedEnds(new Date('2026-06-26T23:00:00Z'))).toEqual(['2026-07-11', '2026-06-30'])
})

test.each([
  ['2027-06-09', null],
  ['2027-06-10', { stage: 30, daysLeft: 30 }],
  ['2027-07-02', { stage: 30, daysLeft: 8 }],
  ['2027-07-03', { stage: 7, daysLeft: 7 }],
  ['2027-07-09', { stage: 7, daysLeft: 1 }],
  ['2027-07-10', { stage: 0, daysLeft: 0 }],
  ['2027-07-11', { stage: 'over', daysLeft: -1 }],
])('on %s the site says %j, and nothing without an end', (today, notice) => {
  expect(premiumEndNotice('2027-07-10', today)).toEqual(notice && { ...notice, lastDay: '2027-07-10' })
  expect(premiumEndNotice(null, today)).toBeNull()
})

const now = new Date('2027-04-01T10:00:00Z')
const past = now.toISOString()
const card = { ...sampleCard, validUntil: '2027-04-01', premiumUntil: '2027-07-10' }
const cardEnd = '2027-07-10'
const payment = { amount: 250, means: 'Carte prépayée', reference: `${card.label}, n° ${card.serial}` }

test.each([
  { name: 'on its last day', changes: {}, refusal: null },
  { name: 'without an end', changes: { premiumUntil: null }, refusal: null },
  { name: 'the day after', changes: { validUntil: '2027-03-31' }, refusal: 'CODE_EXPIRED' },
  { name: 'whose Premium is over', changes: { premiumUntil: '2027-03-31' }, refusal: 'CODE_EXPIRED' },
  {
    name: 'that is revoked',
    changes: { revokedAt: past, validUntil: '2020-01-01' },
    refusal: 'CODE_REVOKED',
  },
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
