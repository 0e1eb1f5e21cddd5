import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import { foldReference } from '#shared/domain/premium/payment-request.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import {
  PaymentRequest,
  parsePaymentRequestId,
  paymentRequestId,
  paymentRequestNumber,
  type Receipt,
} from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { auditExpiry } from './audit.ts'
import {
  keyDigest,
  newestFirst,
  paymentRequestKey,
  paymentRequestsPartition,
  referenceIndexKeys,
} from './keys.ts'
import type { Table } from './table/client.ts'
import { kind } from './table/kind.ts'
import type { StoredItem } from './table/table-shape.ts'
import { changePart, type TransactionPart } from './table/transaction.ts'

export const paymentRequestKind = kind({
  schema: PaymentRequest,
  key: paymentRequestKey,
  id: ({ id }) => id,
  derived: (request) => {
    const { id, email, reference, createdAt, status } = request
    // The ledger remembers the reference of an approved one, also after the account's deletion.
    const isRemembered = status === 'withdrawn' || status === 'approved'
    const digest = isRemembered ? null : referenceDigest(reference)
    return {
      gsi1pk: paymentRequestsPartition(status),
      gsi1sk: newestFirst(request),
      ...(digest !== null && referenceIndexKeys(digest, createdAt, email)),
      searchText: foldText([paymentRequestNumber(id), reference, email].join(' ')),
    }
  },
})

/** An open request does not expire. An approved one is kept as long as the audit entry about it. */
export function paymentRequestItem(table: Table, request: PaymentRequest): StoredItem {
  const { status, decidedAt } = request
  const item = paymentRequestKind.item(request)
  if (decidedAt === null) return item
  return {
    ...item,
    expiresAt: status === 'approved' ? auditExpiry(table, decidedAt) : closedExpiry(decidedAt),
  }
}

export const receiptFile = (id: string, { file, digest }: Pick<Receipt, 'file' | 'digest'>) =>
  `${parsePaymentRequestId(id).ownPart}/${file ?? digest}`

/** Returns the digest by which equal references are found; null for a reference without letters and digits. */
export function referenceDigest(reference: string): string | null {
  const folded = foldReference(reference)
  return folded === '' ? null : keyDigest(folded)
}

/** Returns the writes that close the open request of an account, for its deletion or block. */
export function closingParts(
  table: Table,
  { id: userId, openPaymentRequest }: Pick<User, 'id' | 'openPaymentRequest'>,
  reason: string | null,
  at: string,
): TransactionPart[] {
  if (openPaymentRequest === null) return []
  const status = reason === null ? 'withdrawn' : 'refused'
  return [
    changePart(table, paymentRequestKey(paymentRequestId(userId, openPaymentRequest)), {
      seen: { status: 'pending' },
      set: {
        status,
        gsi1pk: paymentRequestsPartition(status),
        decidedAt: at,
        updatedAt: at,
        expiresAt: closedExpiry(at),
        ...(reason === null ? { gsi3pk: undefined, gsi3sk: undefined } : { reason }),
      },
    }),
  ]
}

/** Epoch seconds. */
function closedExpiry(at: string): number {
  return Date.parse(daysBefore(at.slice(0, 10), -LONGEST_RETENTION.paymentRequests)) / 1_000
}
