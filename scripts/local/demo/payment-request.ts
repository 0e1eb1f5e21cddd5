import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import * as v from 'valibot'
import { receiptFile } from '#functions/data/payment-request-parts.ts'
import { createPaymentRequests } from '#functions/data/payment-requests.ts'
import type { Table } from '#functions/data/table/client.ts'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import {
  newPaymentRequestId,
  PaymentRequest,
  parsePaymentRequestId,
} from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import type { LocalBucket } from '../bucket.ts'

/** Hours for which the request has been waiting when the demonstration begins. */
const WAITING_HOURS = 3

export const RECEIPT = readFileSync(new URL('./files/receipt.jpg', import.meta.url))
const TYPE = 'image/jpeg'

/** Declares a payment with its receipt for an account. @returns the account with its open request */
export async function declareDemoPayment(table: Table, receipts: LocalBucket, user: User): Promise<User> {
  const now = new Date(Date.now() - WAITING_HOURS * 3_600_000)
  const at = now.toISOString()
  const id = newPaymentRequestId(user.id, now)
  const digest = createHash('sha256').update(RECEIPT).digest('base64url')
  receipts.put(receiptFile(id, digest), RECEIPT, { contentType: TYPE, cacheControl: null, metadata: {} })
  const request = v.parse(PaymentRequest, {
    id,
    userId: user.id,
    email: user.email,
    means: 'Virement bancaire',
    reference: 'VIR-48213',
    amountDh: 250,
    paidOn: daysBefore(moroccanDay(now), 1),
    note: 'Versé par ma mère.',
    receipt: { type: TYPE, digest, size: RECEIPT.length, storedAt: at },
    createdAt: at,
    updatedAt: at,
  })
  await createPaymentRequests(table).putAll([request])
  return { ...user, openPaymentRequest: parsePaymentRequestId(id).ownPart }
}
