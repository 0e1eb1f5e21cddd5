import * as v from 'valibot'
import { type AuditAction, type AuditEntry, actorLabel } from '../../entities/audit-entry.ts'
import { Timestamp } from '../../entities/fields.ts'
import { Payment } from '../../entities/user.ts'
import { LastDay } from '../days/last-day.ts'
import { isPremiumNow, isSamePayment } from './premium.ts'

/** A payment for an account, or a correction of one, from the log. */
export const PaymentLine = v.object({
  id: v.string(),
  createdAt: Timestamp,
  email: v.string(),
  /** Moroccan dirhams; negative where an earlier payment was corrected downwards or taken back. */
  amount: v.number(),
  means: v.string(),
  reference: v.string(),
  /** Label of the card's batch, which tells where it was sold; empty for other payments. */
  label: v.string(),
  /** The actor who noted or approved it: an owner, or SYSTEM for a card. */
  by: v.string(),
})
export type PaymentLine = v.InferOutput<typeof PaymentLine>

/** The actions of the log that may contain a payment. */
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

/** Returns the payment in an entry of the log, or null. */
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

/** Returns the amount that a change of Premium adds. */
function paidAmount({ action, createdAt }: AuditEntry, before: LoggedPremium, after: LoggedPremium): number {
  const [earlier, later] = [before.payment?.amount ?? 0, after.payment?.amount ?? 0]
  if (action === 'REDEEM_CODE' || action === 'APPROVE_PAYMENT') return later
  // During valid Premium, a noted payment corrects the previous one.
  if (isPremiumNow(before, new Date(createdAt))) return Math.round((later - earlier) * 100) / 100
  // Premium that ended begins without a payment, so that a noted one is new.
  if (before.isPremium) return later
  // Premium that was taken by mistake returns with its payment.
  return isSamePayment(before.payment, after.payment) ? 0 : later
}

function logged(values: AuditEntry['before']): LoggedPremium {
  const parsed = v.safeParse(LoggedPremium, values ?? {})
  return parsed.success ? parsed.output : v.parse(LoggedPremium, {})
}

/** Returns the sums by means of payment, or by the label of cards, highest first. */
export function sumBy(
  lines: readonly PaymentLine[],
  field: 'means' | 'label',
): { name: string; sum: number }[] {
  const sums = new Map<string, number>()
  for (const line of lines)
    if (line[field] !== '') sums.set(line[field], (sums.get(line[field]) ?? 0) + line.amount)
  return [...sums].map(([name, sum]) => ({ name, sum })).toSorted((one, other) => other.sum - one.sum)
}
