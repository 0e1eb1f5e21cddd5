import { createHash } from 'node:crypto'
import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import {
  PaymentRequest,
  parsePaymentRequestId,
  paymentRequestId,
  paymentRequestNumber,
} from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { auditExpiry } from './audit.ts'
import { withoutNulls } from './items.ts'
import {
  newestFirst,
  notedReferenceKey,
  paymentRequestKey,
  paymentRequestsPartition,
  referenceIndexKeys,
} from './keys.ts'
import type { Table } from './table/client.ts'
import { parseItem } from './table/read.ts'
import type { StoredItem } from './table/table-shape.ts'
import type { TransactionPart } from './table/write.ts'

/** @throws Error when the item is not a payment request */
export function parsePaymentRequest(item: unknown): PaymentRequest {
  return parseItem(PaymentRequest, item)
}

/** A request as the table holds it. */
export function paymentRequestItem({ auditRetentionDays }: Table, request: PaymentRequest): StoredItem {
  const { id, email, reference, createdAt, status } = request
  const digest = status === 'withdrawn' ? null : referenceDigest(reference)
  return {
    ...paymentRequestKey(id),
    gsi1pk: paymentRequestsPartition(status),
    gsi1sk: newestFirst(request),
    ...(digest !== null && referenceIndexKeys(digest, createdAt, email)),
    searchText: foldText([paymentRequestNumber(id), reference, email].join(' ')),
    ...withoutNulls(request),
    ...expiry(request, auditRetentionDays),
  }
}

/** The name of the picture of a request's receipt in its bucket, which tells nothing of its account. */
export const receiptFile = (id: string, digest: string) => `${parsePaymentRequestId(id).ownPart}/${digest}`

/** What a reference is found by, however it is written: letters and digits count. Null where it has none. */
export function referenceDigest(reference: string): string | null {
  const folded = foldText(reference).replace(/[^\p{L}\p{N}]/gu, '')
  return folded === '' ? null : createHash('sha256').update(folded).digest('base64url').slice(0, 22)
}

/**
 * The writes that close the open request of an account that is deleted or blocked, for that transaction; none where it has
 * no open request.
 */
export function closingParts(
  table: Table,
  { id: userId, openPaymentRequest }: Pick<User, 'id' | 'openPaymentRequest'>,
  reason: string | null,
  at: string,
): TransactionPart[] {
  if (openPaymentRequest === null) return []
  const status = reason === null ? 'withdrawn' : 'refused'
  return [
    {
      Update: {
        TableName: table.name,
        Key: paymentRequestKey(paymentRequestId(userId, openPaymentRequest)),
        UpdateExpression: `SET #status = :status, gsi1pk = :list, decidedAt = :at, updatedAt = :at, expiresAt = :expires${
          reason === null ? ' REMOVE gsi3pk, gsi3sk' : ', reason = :reason'
        }`,
        ConditionExpression: '#status = :pending',
        ExpressionAttributeNames: { '#status': 'status' },
        ExpressionAttributeValues: {
          ':status': status,
          ':list': paymentRequestsPartition(status),
          ':at': at,
          ':expires': closedExpiry(at),
          ':pending': 'pending',
          ...(reason !== null && { ':reason': reason }),
        },
      },
    },
  ]
}

/** The write that notes the reference of a payment that an owner has entered; none where there is none, or no new one. */
export function notedReferenceParts(
  { name, auditRetentionDays }: Table,
  before: User,
  { id, email, payment }: User,
  at: string,
): TransactionPart[] {
  const reference = payment?.reference ?? ''
  const digest = referenceDigest(reference)
  if (digest === null || before.payment?.reference === reference) return []
  const item = {
    ...notedReferenceKey(id, digest),
    ...referenceIndexKeys(digest, at, email),
    reference,
    notedAt: at,
    expiresAt: auditExpiry({ createdAt: at }, auditRetentionDays),
  }
  return [{ Put: { TableName: name, Item: item } }]
}

/** A request that waits does not expire. An approved one is kept as long as the entry of the log about it. */
function expiry({ status, decidedAt }: PaymentRequest, auditRetentionDays: number): { expiresAt?: number } {
  if (decidedAt === null) return {}
  const expiresAt =
    status === 'approved'
      ? auditExpiry({ createdAt: decidedAt }, auditRetentionDays)
      : closedExpiry(decidedAt)
  return { expiresAt }
}

/** Epoch seconds. */
function closedExpiry(at: string): number {
  return Date.parse(daysBefore(at.slice(0, 10), -LONGEST_RETENTION.paymentRequests)) / 1_000
}
