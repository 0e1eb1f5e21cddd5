import * as v from 'valibot'
import {
  choice,
  Day,
  Email,
  freeText,
  orNull,
  shownText,
  Timestamp,
  validationMessages as texts,
  UserId,
} from './fields.ts'
import type { Settings } from './settings.ts'
import { amountFrom, Payment, UserView } from './user.ts'

export const paymentRequestStatusLabels = {
  pending: 'En attente',
  approved: 'Approuvée',
  refused: 'Refusée',
  withdrawn: 'Retirée',
}
export const PaymentRequestStatus = choice(paymentRequestStatusLabels)
export type PaymentRequestStatus = v.InferOutput<typeof PaymentRequestStatus>

export const PICTURE_TYPES = ['image/jpeg', 'image/png', 'image/webp'] as const
export type PictureType = (typeof PICTURE_TYPES)[number]

export const MAX_RECEIPT_BYTES = 1.5 * 1024 * 1024

/** Crockford's base 32, without I, L, O and U, so that characters do not look alike. */
const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
const USER_ID_LENGTH = 36
const INSTANT_LENGTH = 9

/** The account, an underscore, the instant in base 36, and thirteen random characters. */
export const PaymentRequestId = v.pipe(
  v.string(texts.identifier),
  v.regex(/^[\da-f-]{36}_[\da-z]{9}[\dA-HJKMNP-TV-Z]{13}$/, texts.identifier),
)

/** Returns the id of a new request. Ids of one account sort by age. */
export function newPaymentRequestId(userId: string, now: Date): string {
  const instant = now.getTime().toString(36).padStart(INSTANT_LENGTH, '0')
  const numbers = crypto.getRandomValues(new Uint8Array(13))
  const random = Array.from(numbers, (number) => ALPHABET[number % ALPHABET.length]).join('')
  return paymentRequestId(userId, instant + random)
}

export const paymentRequestId = (userId: string, ownPart: string) => `${userId}_${ownPart}`

export function parsePaymentRequestId(id: string): { userId: string; ownPart: string } {
  return { userId: id.slice(0, USER_ID_LENGTH), ownPart: id.slice(USER_ID_LENGTH + 1) }
}

/** Returns the number of a request in conversations, as in 'demande n° 4F7K'. */
export const paymentRequestNumber = (id: string) => id.slice(-4)

export function paymentRequestedAt(id: string): string {
  const instant = parsePaymentRequestId(id).ownPart.slice(0, INSTANT_LENGTH)
  return new Date(Number.parseInt(instant, 36)).toISOString()
}

export const PaidAmount = amountFrom(1)

export const PaymentRequestInput = v.object({
  means: Payment.entries.means,
  /** Number of the transfer, or the payer's name. */
  reference: v.pipe(shownText(120), v.nonEmpty(texts.required)),
  amountDh: PaidAmount,
  /** Day in Morocco, not in the future. */
  paidOn: Day,
  note: v.optional(shownText(500), ''),
})
export type PaymentRequestInput = v.InferOutput<typeof PaymentRequestInput>

/** The input of the sample requests. It is not in the samples, since pages of students must not load them. */
export const samplePaymentInput: v.InferInput<typeof PaymentRequestInput> = {
  means: 'Virement bancaire',
  reference: 'VIR-2026-01',
  amountDh: 250,
  paidOn: '2026-01-01',
  note: 'Versé par ma mère.',
}
export const SAMPLE_PAYMENT_REQUEST_ID = '33333333-3333-4333-8333-333333333333_0mjuohs007K3F9QXM2HT8V'
export function samplePicture(): Blob {
  const bytes = atob(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNkYAAAAAYAAjCB0C8AAAAASUVORK5CYII=',
  )
  return new Blob([Uint8Array.from(bytes, (character) => character.charCodeAt(0))], { type: 'image/png' })
}

export const Receipt = v.object({
  type: v.picklist(PICTURE_TYPES),
  digest: v.string(),
  /** Its name in the bucket, another one for each upload; pictures of earlier versions are named by their digest. */
  file: v.optional(v.string()),
  size: v.number(),
  storedAt: Timestamp,
})
export type Receipt = v.InferOutput<typeof Receipt>

export const MAX_REFUSAL_REASON = 300

export const PaymentRequest = v.object({
  id: PaymentRequestId,
  userId: UserId,
  email: Email,
  ...PaymentRequestInput.entries,
  status: v.optional(PaymentRequestStatus, 'pending'),
  reason: orNull(freeText(MAX_REFUSAL_REASON)),
  decidedAt: orNull(Timestamp),
  decidedBy: orNull(Email),
  /** The received amount and the last day of Premium; null when it is not approved. */
  approval: orNull(v.object({ amountDh: v.number(), premiumUntil: orNull(Day) })),
  receipt: orNull(Receipt),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type PaymentRequest = v.InferOutput<typeof PaymentRequest>

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
  /** The number in conversations. */
  number: v.string(),
  /** True while a picture of the receipt is stored. */
  hasReceipt: v.boolean(),
})
export type OwnPaymentRequest = v.InferOutput<typeof OwnPaymentRequest>

export const ManagedPaymentRequest = v.object({
  ...OwnPaymentRequest.entries,
  ...v.pick(PaymentRequest, ['userId', 'email', 'decidedBy', 'approval']).entries,
  /** The current Premium of the account, and its last day; null for none, or for no end. */
  ...v.pick(UserView, ['isPremium', 'premiumLastDay']).entries,
  /** True for a free account in its first days (`isEstablished`), which may be one of many of one person. */
  isFromYoungAccount: v.boolean(),
  /** Newest first, at most ten. `email` is null when the account was deleted. */
  sameReference: v.array(v.object({ email: v.nullable(v.string()), date: Timestamp })),
})
export type ManagedPaymentRequest = v.InferOutput<typeof ManagedPaymentRequest>

export const paymentRequestFieldLabels = {
  means: 'Moyen de paiement',
  reference: 'Référence ou nom du payeur',
  amountDh: 'Montant (DH)',
  paidOn: 'Date du paiement',
  note: 'Note',
} as const satisfies Record<keyof PaymentRequestInput, string>

export function paymentMeans({ payment }: Pick<Settings, 'payment'>): string[] {
  return ['Virement bancaire', ...payment.agencies, 'Espèces', 'Autre']
}
