import * as v from 'valibot'
import { type AuditAction, type AuditEntry, actorLabel } from '../../entities/audit-entry.ts'
import { Timestamp } from '../../entities/fields.ts'
import { Payment } from '../../entities/user.ts'
import { LastDay } from '../days/last-day.ts'
import { isPremiumNow, isSamePayment } from './premium.ts'

/** What was paid for an account, or taken back, as the log says it. */
export const PaymentLine = v.object({
  id: v.string(),
  createdAt: Timestamp,
  email: v.string(),
  /** Moroccan dirhams; negative where an earlier payment was corrected downwards or taken back. */
  amount: v.number(),
  means: v.string(),
  reference: v.string(),
  /** Where the card was sold; empty for other payments. */
  label: v.string(),
  /** Who noted or approved it: an owner, or SYSTEM for a card. */
  by: v.string(),
})
export type PaymentLine = v.InferOutput<typeof PaymentLine>

/** The actions of the log that may hold a payment. */
export const PAYMENT_ACTIONS = [
  'UPDATE_PREMIUM',
  'REDEEM_CODE',
  'UPDATE_CODE',
  'APPROVE_PAYMENT',
] as const satisfies AuditAction[]

const LoggedPremium = v.object({
  isPremium: v.optional(v.boolean(), false),
  premiumUntil: v.optional(v.nullable(LastDay), null),
  payment: v.optional(v.nullable(Payment), null),
  label: v.optional(v.string(), ''),
})
type LoggedPremium = v.InferOutput<typeof LoggedPremium>

/** Returns the payment that an entry of the log tells of; null: none. */
export function paymentIn(entry: AuditEntry): PaymentLine | null {
  const [before, after] = [logged(entry.before), logged(entry.after)]
  const isUndone = entry.action === 'UPDATE_CODE'
  const amount = isUndone ? -(before.payment?.amount ?? 0) : paidAmount(entry, before, after)
  const payment = isUndone ? before.payment : (after.payment ?? before.payment)
  if (amount === 0 || !payment) return null
  const { id, createdAt, target: email, actor } = entry
  const { means, reference } = payment
  const label = isUndone ? before.label : after.label
  return { id, createdAt, email, amount, means, reference, label, by: actorLabel(actor) }
}

/** What a change of Premium brought. */
function paidAmount({ action, createdAt }: AuditEntry, before: LoggedPremium, after: LoggedPremium): number {
  const [earlier, later] = [before.payment?.amount ?? 0, after.payment?.amount ?? 0]
  if (action === 'REDEEM_CODE' || action === 'APPROVE_PAYMENT') return later
  // Premium that still held: what was noted for it is corrected.
  if (isPremiumNow(before, new Date(createdAt))) return Math.round((later - earlier) * 100) / 100
  // Premium that ran out begins without a payment, so that one which is noted is new.
  if (before.isPremium) return later
  // Premium that was taken away by mistake comes back with the payment that stood there.
  return isSamePayment(before.payment, after.payment) ? 0 : later
}

function logged(values: AuditEntry['before']): LoggedPremium {
  const parsed = v.safeParse(LoggedPremium, values ?? {})
  return parsed.success ? parsed.output : v.parse(LoggedPremium, {})
}

/** What was paid by means of payment, or by the place where cards were sold; highest first. */
export function sumBy(
  lines: readonly PaymentLine[],
  field: 'means' | 'label',
): { name: string; sum: number }[] {
  const sums = new Map<string, number>()
  for (const line of lines)
    if (line[field] !== '') sums.set(line[field], (sums.get(line[field]) ?? 0) + line.amount)
  return [...sums].map(([name, sum]) => ({ name, sum })).toSorted((one, other) => other.sum - one.sum)
}
