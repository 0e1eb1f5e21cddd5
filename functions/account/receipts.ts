import { createHash, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { PersonalData, Stored } from '#shared/contract/account.ts'
import { laterThan } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { fitLists, MAX_TEXT_BYTES } from '#shared/domain/payload-limit.ts'
import { keptReceipt } from '#shared/domain/premium/payment-request.ts'
import { PaymentRequest } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import type { ReceiptBucket } from '../aws/buckets.ts'
import { receiptFile } from '../data/payment-request-parts.ts'
import type { Deps } from '../http/use-case.ts'
import { cleanPicture } from './clean-picture.ts'
import { alreadyDecided, findOwnRequest, removeReceipt } from './payment-requests.ts'

/** The request may be corrected, or get another picture, between read and write. */
const MAX_ATTEMPTS = 3

const NO_PICTURE = 'Envoyez une image JPEG, PNG ou WebP, entière et lisible'

/**
 * Stores a picture of the receipt of an open request, without its metadata. Each upload has a name of its own, so that
 * no call changes a picture that an owner has seen. A picture that no request names, after an interrupted call, is
 * deleted with all others of its age. @throws DomainError INVALID_REQUEST for a file that is not a picture, NOT_FOUND,
 * CONFLICT
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
  const picture = cleanPicture(Buffer.from(await file.arrayBuffer()))
  if (!picture) throw new DomainError('INVALID_REQUEST', { errors: [{ path: '', message: NO_PICTURE }] })
  const { type, bytes } = picture
  const digest = createHash('sha256').update(bytes).digest('base64url')
  if (keptReceipt(request, clock.now())?.digest === digest) return
  const storedAt = clock.now().toISOString()
  const receipt = { type, digest, file: randomUUID(), size: bytes.length, storedAt }
  await receipts.put(receiptFile(id, receipt), bytes, type)
  for (let attempt = 0; attempt < MAX_ATTEMPTS && request?.status === 'pending'; attempt += 1) {
    const updatedAt = laterThan(request.updatedAt, clock.now())
    const result = await paymentRequests.replace({
      before: request,
      after: { ...request, receipt, updatedAt },
    })
    if (result === 'written') return removeReceipt(receipts, request)
    request = await paymentRequests.find(id)
    if (request?.receipt?.digest === digest) break
  }
  await receipts.remove([receiptFile(id, receipt)])
  if (request?.receipt?.digest === digest) return
  throw request ? alreadyDecided() : new DomainError('NOT_FOUND')
}

const WithReceipt = v.pick(PaymentRequest, ['id', 'receipt'])

async function addPictures(
  receipts: Pick<ReceiptBucket, 'get'>,
  requests: readonly Stored[],
  maxBytes: number,
): Promise<Stored[]> {
  // Base64 is a third larger.
  let left = (maxBytes * 3) / 4
  const shown: Stored[] = []
  for (const request of requests) {
    const { id, receipt } = v.parse(WithReceipt, request)
    const isFitting = receipt !== null && receipt.size <= left
    const bytes = isFitting ? await receipts.get(receiptFile(id, receipt)) : null
    left -= bytes?.length ?? 0
    shown.push(bytes ? { ...request, picture: Buffer.from(bytes).toString('base64') } : request)
  }
  return shown
}

/** Room for the profile and the other single items, which are small. */
const SINGLE_BYTES = 256 * 1024

/** As far as it fits into one answer: the first rows of the longest lists, and pictures in the room that is left. */
export async function readPersonalData(
  { personalData, receipts, clock }: Pick<Deps, 'personalData' | 'receipts' | 'clock'>,
  user: User,
): Promise<PersonalData> {
  const data = await personalData.read(user)
  const lists = Object.fromEntries(
    Object.entries(data).flatMap(([name, value]) => (Array.isArray(value) ? [[name, value]] : [])),
  ) as Record<string, unknown[]>
  const room = MAX_TEXT_BYTES - SINGLE_BYTES
  const { fitting, leftOut, bytes } = fitLists(lists, room)
  const requests = fitting['paymentRequests'] as Stored[]
  return {
    exportedAt: clock.now().toISOString(),
    ...data,
    ...fitting,
    paymentRequests: await addPictures(receipts, requests, room - bytes),
    leftOut,
  }
}
