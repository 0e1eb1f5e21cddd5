import { DomainError } from '#shared/domain/domain-error.ts'
import { keptReceipt, ownPaymentRequest } from '#shared/domain/premium/payment-request.ts'
import { isPremiumNow } from '#shared/domain/premium/premium.ts'
import type {
  ManagedPaymentRequest,
  PaymentRequest,
  PaymentRequestStatus,
} from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { receiptFile } from '../../data/payment-request-parts.ts'
import type { PageQuery } from '../../data/table/cursor.ts'
import type { Deps } from '../../http/deps.ts'

/**
 * Returns a page of the requests in a state, with other payments of the same reference. A query for each request of the
 * page beside the list's own reads, all at once.
 */
export async function listPaymentRequests(
  { paymentRequests, users, clock }: Pick<Deps, 'paymentRequests' | 'users' | 'clock'>,
  query: PageQuery & { status: PaymentRequestStatus; search: string },
) {
  const { items, ...page } = await paymentRequests.list(query)
  const [accounts, references] = await Promise.all([
    users.findMany(items.map(({ userId }) => userId)),
    Promise.all(items.map(paymentRequests.listSameReference)),
  ])
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const now = clock.now()
  return {
    items: items.flatMap((request, at) => {
      const account = byId.get(request.userId)
      // The account was deleted since the index was written.
      return account ? managedPaymentRequest(request, account, references[at] ?? [], now) : []
    }),
    ...page,
  }
}

/** Returns the owners' view of a request. */
export function managedPaymentRequest(
  request: PaymentRequest,
  account: User,
  sameReference: ManagedPaymentRequest['sameReference'],
  now: Date,
): ManagedPaymentRequest {
  return {
    ...request,
    ...ownPaymentRequest(request, now),
    isPremium: isPremiumNow(account, now),
    premiumLastDay: account.premiumUntil,
    sameReference,
  }
}

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
