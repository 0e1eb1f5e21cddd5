import type {
  OwnPaymentRequest,
  PaymentRequest,
  PaymentRequestInput,
} from '../../entities/payment-request.ts'
import { paymentRequestNumber } from '../../entities/payment-request.ts'
import type { Settings } from '../../entities/settings.ts'
import type { Payment } from '../../entities/user.ts'
import { isOver, moroccanDay } from '../days/moroccan-day.ts'
import type { FieldFault } from '../domain-error.ts'
import { LONGEST_RETENTION } from '../retention.ts'
import { isOfferOver, type Offer } from './offer.ts'
import { paymentMeans } from './payment-means.ts'
import { isPremiumNow, type PremiumState } from './premium.ts'

const DAY_MS = 86_400_000

/** What is wrong with a declared payment that its schema alone cannot tell. */
export function paymentFaults(
  { means, paidOn }: Pick<PaymentRequestInput, 'means' | 'paidOn'>,
  settings: Pick<Settings, 'payment'>,
  now: Date,
): FieldFault[] {
  return [
    ...(paymentMeans(settings).includes(means)
      ? []
      : [{ path: 'means', message: "Ce moyen de paiement n'est pas proposé" }]),
    ...(paidOn > moroccanDay(now) ? [{ path: 'paidOn', message: 'Cette date est dans le futur' }] : []),
  ]
}

/** Whether two declarations say the same. */
export function isSamePaymentInput(one: PaymentRequestInput, other: PaymentRequestInput): boolean {
  return (
    one.means === other.means &&
    one.reference === other.reference &&
    one.amountDh === other.amountDh &&
    one.paidOn === other.paidOn &&
    one.note === other.note
  )
}

/** A request as its student sees it. */
export function ownPaymentRequest(request: PaymentRequest, now: Date): OwnPaymentRequest {
  return {
    ...request,
    number: paymentRequestNumber(request.id),
    hasReceipt: keptReceipt(request, now) !== null,
  }
}

/** The receipt, unless its picture has been stored for so long that it is deleted; null: none. */
export function keptReceipt(
  { receipt }: Pick<PaymentRequest, 'receipt'>,
  now: Date,
): PaymentRequest['receipt'] {
  if (receipt === null) return null
  const age = now.getTime() - Date.parse(receipt.storedAt)
  return age < LONGEST_RETENTION.paymentRequests * DAY_MS ? receipt : null
}

/**
 * Premium as an approved payment gives it. Without a day it ends with the offer, or later where it holds longer already.
 * @returns what is wrong with the day instead: it is past, or the offer is over and none was named
 */
export function premiumForPayment(
  before: PremiumState,
  { until, payment }: { until: string | null | undefined; payment: Payment },
  offer: Offer,
  now: Date,
): PremiumState | FieldFault {
  if (until === undefined && isOfferOver(offer, moroccanDay(now)))
    return { path: 'until', message: "L'offre est terminée : indiquez le dernier jour du Premium" }
  if (typeof until === 'string' && isOver(until, now))
    return { path: 'until', message: 'Cette date est déjà passée' }
  const held = { ...before, isPremium: isPremiumNow(before, now) }
  const premiumUntil = until === undefined ? laterEnd(held, offer.premiumValidUntil) : until
  return { isPremium: true, premiumUntil, payment }
}

/**
 * The later of the end that Premium has and another one; null: no end.
 * @param held `isPremium` says whether it holds now
 */
export function laterEnd(
  { isPremium, premiumUntil }: Pick<PremiumState, 'isPremium' | 'premiumUntil'>,
  end: string | null,
): string | null {
  if (!isPremium) return end
  return premiumUntil === null || (end !== null && premiumUntil > end) ? premiumUntil : end
}
