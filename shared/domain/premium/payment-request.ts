import {
  type OwnPaymentRequest,
  type PaymentRequest,
  PaymentRequestInput,
  paymentMeans,
  paymentRequestNumber,
} from '../../entities/payment-request.ts'
import { plainDigits } from '../../entities/plain-digits.ts'
import type { Settings } from '../../entities/settings.ts'
import type { Payment } from '../../entities/user.ts'
import { isOver, moroccanDay } from '../days/moroccan-day.ts'
import type { FieldFault } from '../domain-error.ts'
import { foldText } from '../fold-text.ts'
import { LONGEST_RETENTION } from '../retention.ts'
import { isOfferOver, type Offer } from './offer.ts'
import { isPremiumNow, laterEnd, type PremiumState } from './premium.ts'

const DAY_MS = 86_400_000

export function paymentFaults(
  { means, paidOn, reference }: Pick<PaymentRequestInput, 'means' | 'paidOn' | 'reference'>,
  settings: Pick<Settings, 'payment'>,
  now: Date,
): FieldFault[] {
  return [
    ...(paymentMeans(settings).includes(means)
      ? []
      : [{ path: 'means', message: "Ce moyen de paiement n'est pas proposé" }]),
    ...(paidOn > moroccanDay(now) ? [{ path: 'paidOn', message: 'Cette date est dans le futur' }] : []),
    ...(COMPARABLE.test(foldReference(reference))
      ? []
      : [
          { path: 'reference', message: 'Écrivez la référence en lettres latines ou arabes, ou en chiffres' },
        ]),
  ]
}

/** A letter of another alphabet may look like a Latin one, and signs alone are not compared. */
const COMPARABLE = /^[a-z\d\p{Script=Arabic}]+$/u

/** Letters and digits, and those that look alike in most fonts as one, since an owner compares by eye. */
export function foldReference(reference: string): string {
  return plainDigits(foldText(reference))
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replace(/[il]/g, '1')
    .replace(/o/g, '0')
}

export function isSamePaymentInput(one: PaymentRequestInput, other: PaymentRequestInput): boolean {
  const fields = Object.keys(PaymentRequestInput.entries) as (keyof PaymentRequestInput)[]
  return fields.every((field) => one[field] === other[field])
}

export function ownPaymentRequest(request: PaymentRequest, now: Date): OwnPaymentRequest {
  return {
    ...request,
    number: paymentRequestNumber(request.id),
    hasReceipt: keptReceipt(request, now) !== null,
  }
}

/** Returns the receipt of a request, or null without one, also when its picture was deleted: withdrawn, or after its time. */
export function keptReceipt(
  { receipt, status }: Pick<PaymentRequest, 'receipt' | 'status'>,
  now: Date,
): PaymentRequest['receipt'] {
  if (receipt === null || status === 'withdrawn') return null
  const age = now.getTime() - Date.parse(receipt.storedAt)
  return age < LONGEST_RETENTION.paymentRequests * DAY_MS ? receipt : null
}

/** It ends with the offer, or later when it was valid longer. @returns the fault of the day instead */
export function premiumForPayment(
  before: PremiumState,
  { until, payment }: { until: string | null | undefined; payment: Payment },
  offer: Offer,
  now: Date,
): PremiumState | FieldFault {
  if (until === undefined && isOfferOver(offer, moroccanDay(now)))
    return { path: 'until', message: "L'offre est terminée : indiquez le dernier jour du Premium" }
  const [fault] = endFaults(before, until, now)
  if (fault) return fault
  const held = { ...before, isPremium: isPremiumNow(before, now) }
  const premiumUntil = until === undefined ? laterEnd(held, offer.premiumValidUntil) : until
  return { isPremium: true, premiumUntil, payment }
}

/** Returns the faults of the last day that a payment gives: one that is past, or that shortens Premium. */
export function endFaults(
  before: Pick<PremiumState, 'isPremium' | 'premiumUntil'>,
  until: string | null | undefined,
  now: Date,
): FieldFault[] {
  if (typeof until !== 'string') return []
  if (isOver(until, now)) return [{ path: 'until', message: 'Cette date est déjà passée' }]
  if (!isPremiumNow(before, now)) return []
  if (before.premiumUntil === null)
    return [{ path: 'until', message: "Le Premium de ce compte n'a pas de date de fin" }]
  return until < before.premiumUntil
    ? [{ path: 'until', message: 'Le Premium de ce compte va déjà plus loin' }]
    : []
}
