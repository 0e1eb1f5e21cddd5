import * as v from 'valibot'
import { Day, Email, freeText, orNull, requiredText, Timestamp, UserId } from './fields.ts'
import { Payment, UserView } from './user.ts'
import { validationMessages as texts } from './validation-messages.ts'

/** What became of a payment that a student declared. */
export const PAYMENT_REQUEST_STATUSES = ['pending', 'approved', 'refused', 'withdrawn'] as const
export const PaymentRequestStatus = v.picklist(PAYMENT_REQUEST_STATUSES, texts.choice)
export type PaymentRequestStatus = v.InferOutput<typeof PaymentRequestStatus>

/** Forms of pictures that a receipt may have. */
export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

/** Bytes of a picture that is sent at most. */
export const MAX_RECEIPT_BYTES = 1.5 * 1024 * 1024

/** Crockford's base 32: no I, L, O or U, so that no character is taken for another. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const USER_ID_LENGTH = 36
const INSTANT_LENGTH = 9

/** The account, an underscore, the instant in base 36, and thirteen random characters. */
export const PaymentRequestId = v.pipe(
  v.string(texts.identifier),
  v.regex(/^[\da-f-]{36}_[\da-z]{9}[\dA-HJKMNP-TV-Z]{13}$/, texts.identifier),
)

/** The id of a new request: ids of one account sort by age. */
export function newPaymentRequestId(userId: string, now: Date): string {
  const instant = now.getTime().toString(36).padStart(INSTANT_LENGTH, '0')
  const numbers = crypto.getRandomValues(new Uint8Array(13))
  const random = Array.from(numbers, (number) => ALPHABET[number % ALPHABET.length]).join('')
  return paymentRequestId(userId, instant + random)
}

/** The id of a request from its account and from what tells the account's requests apart. */
export const paymentRequestId = (userId: string, ownPart: string) => `${userId}_${ownPart}`

/** The account of a request, and what tells its requests apart. */
export function parsePaymentRequestId(id: string): { userId: string; ownPart: string } {
  return { userId: id.slice(0, USER_ID_LENGTH), ownPart: id.slice(USER_ID_LENGTH + 1) }
}

/** The number by which people speak of a request, as in 'demande n° 4F7K'. */
export const paymentRequestNumber = (id: string) => id.slice(-4)

/** When a request was made. */
export function paymentRequestedAt(id: string): string {
  const instant = parsePaymentRequestId(id).ownPart.slice(0, INSTANT_LENGTH)
  return new Date(Number.parseInt(instant, 36)).toISOString()
}

const AMOUNT = 'Le montant doit être un nombre de 1 à 100 000'

/** What a student declares. */
export const PaymentRequestInput = v.object({
  /** One of `paymentMeans` (`shared/domain/premium/payment-means.ts`). */
  means: Payment.entries.means,
  /** Number of the transfer, or the payer's name. */
  reference: requiredText(120),
  amountDh: v.pipe(Payment.entries.amount, v.minValue(1, AMOUNT)),
  /** Day in Morocco, not in the future. */
  paidOn: Day,
  note: v.optional(freeText(500), ''),
})
export type PaymentRequestInput = v.InferOutput<typeof PaymentRequestInput>

/** What the sample requests declare, and about what; here, since pages of students must not load the samples. */
export const samplePaymentInput: v.InferInput<typeof PaymentRequestInput> = {
  means: 'Virement bancaire',
  reference: 'VIR-2026-01',
  amountDh: 250,
  paidOn: '2026-01-01',
  note: 'Versé par ma mère.',
}
export const SAMPLE_PAYMENT_REQUEST_ID = '33333333-3333-4333-8333-333333333333_0mjuohs007K3F9QXM2HT8V'
/** A PNG of one pixel. */
export function samplePicture(): Blob {
  const bytes = atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  )
  return new Blob([Uint8Array.from(bytes, (character) => character.charCodeAt(0))], { type: 'image/png' })
}

/** A picture of the receipt, as it is stored. */
export const Receipt = v.object({
  type: v.picklist(PICTURE_TYPES),
  /** SHA-256 of its bytes, base64url. */
  digest: v.string(),
  size: v.number(),
  storedAt: Timestamp,
})
export type Receipt = v.InferOutput<typeof Receipt>

export const MAX_REFUSAL_REASON = 300

/** A payment for Premium that a student has declared, and what an owner decided about it. */
export const PaymentRequest = v.object({
  id: PaymentRequestId,
  userId: UserId,
  email: Email,
  ...PaymentRequestInput.entries,
  status: v.optional(PaymentRequestStatus, 'pending'),
  /** Why it was refused, as the student reads it; null: it was not. */
  reason: orNull(freeText(MAX_REFUSAL_REASON)),
  /** When it was approved, refused or withdrawn; null: it waits. */
  decidedAt: orNull(Timestamp),
  /** The owner who decided; null: none did. */
  decidedBy: orNull(Email),
  /** What was received, and until when Premium was given for it; null: it is not approved. */
  approval: orNull(v.object({ amountDh: v.number(), premiumUntil: orNull(Day) })),
  receipt: orNull(Receipt),
  createdAt: Timestamp,
  /** Moves with every change, the receipt included. */
  updatedAt: Timestamp,
})
export type PaymentRequest = v.InferOutput<typeof PaymentRequest>

/** A request as the student who made it sees it. */
export const OwnPaymentRequest = v.object({
  ...v.pick(PaymentRequest, [
    'id',
    'means',
    'reference',
    'amountDh',
    'paidOn',
    'note',
    'status',
    'reason',
    'decidedAt',
    'createdAt',
    'updatedAt',
  ]).entries,
  /** By which people speak of it. */
  number: v.string(),
  /** Whether a picture of the receipt is still stored. */
  hasReceipt: v.boolean(),
})
export type OwnPaymentRequest = v.InferOutput<typeof OwnPaymentRequest>

/** A request as owners see it. */
export const ManagedPaymentRequest = v.object({
  ...OwnPaymentRequest.entries,
  ...v.pick(PaymentRequest, ['userId', 'email', 'decidedBy', 'approval']).entries,
  /** Whether the account has Premium now, and its last day; null: none, or no end. */
  ...v.pick(UserView, ['isPremium', 'premiumLastDay']).entries,
  /** Other requests and noted payments with the same reference, newest first, at most ten. */
  sameReference: v.array(v.object({ email: v.string(), date: Timestamp })),
})
export type ManagedPaymentRequest = v.InferOutput<typeof ManagedPaymentRequest>

export const paymentRequestStatusLabels: Record<PaymentRequestStatus, string> = {
  pending: 'En attente',
  approved: 'Approuvée',
  refused: 'Refusée',
  withdrawn: 'Retirée',
}

export const paymentRequestFieldLabels = {
  means: 'Moyen de paiement',
  reference: 'Référence ou nom du payeur',
  amountDh: 'Montant (DH)',
  paidOn: 'Date du paiement',
  note: 'Note',
} as const satisfies Record<keyof PaymentRequestInput, string>
