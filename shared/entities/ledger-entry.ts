import * as v from 'valibot'
import { choice, Day, Email, orNull, Timestamp, validationMessages as texts, UserId, Uuid } from './fields.ts'
import { PaidAmount, PaymentRequestId } from './payment-request.ts'
import { Payment } from './user.ts'

/** The kinds of entries. A cancelled entry was wrong; a refund is money that was given back. */
export const ledgerKindLabels = { payment: 'Paiement', refund: 'Remboursement', cancelled: 'Annulation' }

/** The id of the account, which has 36 characters, and the entry's own part; behind it the number of a reversal. */
export const LedgerEntryId = v.pipe(
  v.string(texts.identifier),
  v.regex(/^[\w-]{36}_[\w-]{1,64}$/, texts.identifier),
)
export const ledgerEntryId = (userId: string, ownPart: string) => `${userId}_${ownPart}`
export const parseLedgerEntryId = (id: string) => ({ userId: id.slice(0, 36), ownPart: id.slice(37) })

/** An entry never changes: a wrong one is cancelled by another one. */
export const LedgerEntry = v.object({
  id: LedgerEntryId,
  createdAt: Timestamp,
  receivedOn: Day,
  kind: choice(ledgerKindLabels),
  /** Moroccan dirhams: negative when the money is not held any more. */
  amount: v.number(),
  ...v.pick(Payment, ['means', 'reference']).entries,
  /** Label of the card's batch, which tells where it was sold; empty for other payments. */
  label: v.optional(v.string(), ''),
  /** The actor: an owner, or SYSTEM for a card. */
  by: v.string(),
  /** The account, which may be deleted. The address is not stored, so that a deletion leaves the ledger alone. */
  userId: UserId,
  /** The payment that this entry takes back or restores; null for a payment. */
  of: orNull(LedgerEntryId),
  /** The approved request, or the serial number of the card; null for others. */
  requestId: orNull(PaymentRequestId),
  serial: orNull(v.string()),
  /** The end of Premium that the caller asked for, by which a repeated call is known; null for none. */
  asked: orNull(v.string()),
})
export type LedgerEntry = v.InferOutput<typeof LedgerEntry>

export const LedgerLine = v.object({
  ...v.omit(LedgerEntry, ['asked']).entries,
  /** Null when the account was deleted. */
  email: v.nullable(Email),
})
export type LedgerLine = v.InferOutput<typeof LedgerLine>

export const ReceivedPayment = v.object({
  /** Made by the caller: the same one again is the same payment. */
  entryId: Uuid,
  ...Payment.entries,
  amount: PaidAmount,
  receivedOn: Day,
  /** Last day of Premium, which it may only lengthen; null for no end; left out to leave Premium as it is. */
  until: v.optional(v.nullable(Day)),
})
export type ReceivedPayment = v.InferOutput<typeof ReceivedPayment>

export const SAMPLE_ENTRY_ID = '5b8f7c1e-2d3a-4e6b-9c0d-1f2e3d4c5b6a'

/** The fate of the money when Premium is taken. */
export const moneyLabels = { kept: 'Gardé', refunded: 'Rendu', 'never-received': 'Jamais reçu' }
export const Money = choice(moneyLabels)
export type Money = v.InferOutput<typeof Money>
