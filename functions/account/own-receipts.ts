import * as v from 'valibot'
import type { Stored } from '#shared/contract/account.ts'
import { PaymentRequest } from '#shared/entities/payment-request.ts'
import type { ReceiptBucket } from '../aws/receipt-bucket.ts'
import { receiptFile } from '../data/payment-request-parts.ts'

/** Limit of the bytes of pictures in an answer: base64 is a third larger, and Lambda's limit is 6 MiB. */
const MAX_BYTES = 3 * 1024 * 1024

const WithReceipt = v.pick(PaymentRequest, ['id', 'receipt'])

/** Returns stored payment requests, newest first, with the pictures of their receipts in base64 as far as these fit. */
export async function addPictures(
  receipts: Pick<ReceiptBucket, 'get'>,
  requests: readonly Stored[],
): Promise<Stored[]> {
  let left = MAX_BYTES
  const shown: Stored[] = []
  for (const request of requests) {
    const { id, receipt } = v.parse(WithReceipt, request)
    const isFitting = receipt !== null && receipt.size <= left
    const bytes = isFitting ? await receipts.get(receiptFile(id, receipt.digest)) : null
    left -= bytes?.length ?? 0
    shown.push(bytes ? { ...request, picture: Buffer.from(bytes).toString('base64') } : request)
  }
  return shown
}
