import { createHash } from 'node:crypto'
import * as v from 'valibot'
import type { Stored } from '#shared/contract/account.ts'
import { laterThan } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { PaymentRequest } from '#shared/entities/payment-request.ts'
import type { ReceiptBucket } from '../aws/receipt-bucket.ts'
import { receiptFile } from '../data/payment-request-parts.ts'
import type { Deps } from '../http/deps.ts'
import { cleanPicture } from './clean-picture.ts'
import { alreadyDecided, findOwnRequest } from './payment-requests.ts'

/** The request may be corrected, or get another picture, between read and write. */
const MAX_ATTEMPTS = 3

const NO_PICTURE = 'Envoyez une image JPEG, PNG ou WebP, entière et lisible'

/**
 * Stores a picture of the receipt of an open request, without its metadata, in place of an earlier one.
 * 1. Its name is the digest of its bytes, so that a repeated call stores the same file, and no call changes a picture
 *    that an owner has seen.
 * 2. Only an open request gets it. A picture that no request names, after an interrupted call, is deleted with all
 *    others of its age.
 * @throws DomainError INVALID_REQUEST for a file that is not a picture, NOT_FOUND, CONFLICT when the request was
 *   decided or withdrawn
 */
export async function attachReceipt(
  deps: Pick<Deps, 'paymentRequests' | 'receipts' | 'clock'>,
  userId: string,
  id: string,
  file: Blob,
): Promise<void> {
  const { paymentRequests, receipts, clock } = deps
  let request: PaymentRequest | null = await findOwnRequest(deps, userId, id)
  if (request.status !== 'pending') throw alreadyDecided()
  const { type, bytes } = await readPicture(file)
  const digest = createHash('sha256').update(bytes).digest('base64url')
  if (request.receipt?.digest === digest) return
  const name = receiptFile(id, digest)
  for (let attempt = 0; attempt < MAX_ATTEMPTS && request?.status === 'pending'; attempt += 1) {
    await receipts.put(name, bytes, type)
    const now = clock.now()
    const receipt = { type, digest, size: bytes.length, storedAt: now.toISOString() }
    const after: PaymentRequest = { ...request, receipt, updatedAt: laterThan(request.updatedAt, now) }
    const result = await paymentRequests.replace({ before: request, after })
    if (result === 'written') return removeReceipt(receipts, request)
    request = await paymentRequests.find(id)
    if (request?.receipt?.digest === digest) return
  }
  await receipts.remove([name])
  throw request ? alreadyDecided() : new DomainError('NOT_FOUND')
}

async function readPicture(file: Blob) {
  const picture = cleanPicture(Buffer.from(await file.arrayBuffer()))
  if (!picture) throw new DomainError('INVALID_REQUEST', { errors: [{ path: '', message: NO_PICTURE }] })
  return picture
}

async function removeReceipt(
  receipts: Pick<ReceiptBucket, 'remove'>,
  { id, receipt }: PaymentRequest,
): Promise<void> {
  if (receipt) await receipts.remove([receiptFile(id, receipt.digest)])
}

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
