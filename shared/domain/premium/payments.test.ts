import type { AuditAction } from '../../entities/audit-entry.ts'
import { sampleAuditEntry } from '../../entities/samples.ts'
import { type PaymentLine, paymentIn, sumBy } from './payments.ts'

const cash = { amount: 250, means: 'Espèces', reference: '' }
const transfer = { amount: 200, means: 'Virement bancaire', reference: 'V-1' }
const card = { amount: 250, means: 'Carte prépayée', reference: 'Librairie, n° K3F9QX-001' }
const free = { isPremium: false, premiumUntil: null, payment: null }
const premium = (payment: object | null, premiumUntil: string | null = '2999-07-10T23:00:00.000Z') => ({
  isPremium: true,
  premiumUntil,
  payment,
})
// The form in which earlier versions logged the end of a day.
const past = '2025-07-10T23:00:00.000Z'

test.each([
  { name: 'a payment', before: free, after: premium(cash), amount: 250 },
  { name: 'Premium that was given', before: free, after: premium(null), amount: null },
  { name: 'another end of Premium', before: premium(cash), after: premium(cash, null), amount: null },
  { name: 'a payment noted later', before: premium(null), after: premium(cash), amount: 250 },
  { name: 'a correction downwards', before: premium(cash), after: premium(transfer), amount: -50 },
  { name: 'a payment that was none', before: premium(cash), after: premium(null), amount: -250 },
  {
    name: 'another reference',
    before: premium(cash),
    after: premium({ ...cash, reference: 'R-2' }),
    amount: null,
  },
  { name: 'the same payment a year later', before: premium(cash, past), after: premium(cash), amount: 250 },
  {
    name: 'the same payment after a last day that is over',
    before: premium(cash, '2025-07-10'),
    after: premium(cash, '2026-07-10'),
    amount: 250,
  },
  { name: 'Premium taken away', before: premium(cash), after: { ...free, payment: cash }, amount: null },
  { name: 'Premium given back', before: { ...free, payment: cash }, after: premium(cash), amount: null },
  {
    name: 'a new payment after that',
    before: { ...free, payment: cash },
    after: premium(transfer),
    amount: 200,
  },
  {
    name: 'a card',
    action: 'REDEEM_CODE',
    before: free,
    after: { ...premium(card), label: 'Librairie' },
    amount: 250,
  },
  {
    name: 'a card beside cash',
    action: 'REDEEM_CODE',
    before: premium(cash),
    after: premium(card),
    amount: 250,
  },
  {
    name: 'a card taken back',
    action: 'UPDATE_CODE',
    before: { ...premium(card), label: 'L' },
    after: premium(cash),
    amount: -250,
  },
  { name: 'values of another shape', before: { isPremium: 'x' }, after: { payment: 12 }, amount: null },
  { name: 'no values', before: null, after: null, amount: null },
])('$name counts $amount', ({ action = 'UPDATE_PREMIUM', before, after, amount }) => {
  const entry = { ...sampleAuditEntry, action: action as AuditAction, before, after }
  expect(paymentIn(entry)?.amount ?? null).toBe(amount)
})

test('a line has the account, the means, the label and the actor', () => {
  const entry = {
    ...sampleAuditEntry,
    action: 'REDEEM_CODE' as const,
    actor: { type: 'system' } as const,
    before: free,
    after: { ...premium(card), serial: 'K3F9QX-001', label: 'Librairie' },
  }
  expect(paymentIn(entry)).toEqual({
    id: entry.id,
    createdAt: entry.createdAt,
    email: entry.target,
    amount: 250,
    means: 'Carte prépayée',
    reference: card.reference,
    label: 'Librairie',
    by: 'SYSTEM',
  })
})

test('sums by means and by label, highest first, without lines that have no label', () => {
  const line = (means: string, label: string, amount: number) =>
    ({ ...({} as PaymentLine), means, label, amount }) satisfies PaymentLine
  const lines = [
    line('Espèces', '', 200),
    line('Carte', 'A', 250),
    line('Carte', 'B', 250),
    line('Carte', 'A', -250),
  ]
  expect(sumBy(lines, 'means')).toEqual([
    { name: 'Carte', sum: 250 },
    { name: 'Espèces', sum: 200 },
  ])
  expect(sumBy(lines, 'label')).toEqual([
    { name: 'B', sum: 250 },
    { name: 'A', sum: 0 },
  ])
})
