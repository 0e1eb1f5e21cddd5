import type { AuditAction, AuditEntry } from '../../entities/audit-entry.ts'
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

const taken = { ...free, payment: cash }
const labelled = { ...premium(card), label: 'Librairie' }

test.each<[name: string, before: unknown, after: unknown, amount: number | null, action?: AuditAction]>([
  ['a payment', free, premium(cash), 250],
  ['Premium that was given', free, premium(null), null],
  ['another end of Premium', premium(cash), premium(cash, null), null],
  ['a payment noted later', premium(null), premium(cash), 250],
  ['a correction downwards', premium(cash), premium(transfer), -50],
  ['a payment that was none', premium(cash), premium(null), -250],
  ['another reference', premium(cash), premium({ ...cash, reference: 'R-2' }), null],
  ['the same payment a year later', premium(cash, past), premium(cash), 250],
  ['the same after a last day that is over', premium(cash, '2025-07-10'), premium(cash, '2026-07-10'), 250],
  ['Premium taken away', premium(cash), taken, null],
  ['Premium given back', taken, premium(cash), null],
  ['a new payment after that', taken, premium(transfer), 200],
  ['a card', free, labelled, 250, 'REDEEM_CODE'],
  ['a card beside cash', premium(cash), premium(card), 250, 'REDEEM_CODE'],
  ['a card taken back', labelled, premium(cash), -250, 'UPDATE_CODE'],
  ['values of another shape', { isPremium: 'x' }, { payment: 12 }, null],
  ['no values', null, null, null],
])('counts %s', (_, before, after, amount, action = 'UPDATE_PREMIUM') => {
  const entry = { ...sampleAuditEntry, action, before, after } as AuditEntry
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
  const lines = [
    { means: 'Espèces', label: '', amount: 200 },
    { means: 'Carte', label: 'A', amount: 250 },
    { means: 'Carte', label: 'B', amount: 250 },
    { means: 'Carte', label: 'A', amount: -250 },
  ].map((line) => line as PaymentLine)
  expect(sumBy(lines, 'means')).toEqual([
    { name: 'Carte', sum: 250 },
    { name: 'Espèces', sum: 200 },
  ])
  expect(sumBy(lines, 'label')).toEqual([
    { name: 'B', sum: 250 },
    { name: 'A', sum: 0 },
  ])
})
