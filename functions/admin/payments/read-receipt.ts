import { DomainError } from '#shared/domain/domain-error.ts'
import { keptReceipt } from '#shared/domain/premium/payment-request.ts'
import { receiptFile } from '../../data/payment-request-parts.ts'
import type { Deps } from '../../http/deps.ts'

/** Returns the picture of a request's receipt. @throws DomainError NOT_FOUND without one */
export async function readReceipt(
  { paymentRequests, receipts, clock }: Pick<Deps, 'paymentRequests' | 'receipts' | 'clock'>,
  id: string,
): Promise<Blob> {
  const request = await paymentRequests.find(id)
  const receipt = request && keptReceipt(request, clock.now())
  const bytes = receipt && (await receipts.get(receiptFile(id, receipt.digest)))
  if (!receipt || !bytes) throw new DomainError('NOT_FOUND')
  return new Blob([bytes], { type: receipt.type })
}
