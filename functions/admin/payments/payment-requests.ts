import type { PaymentDecision } from '#shared/contract/admin/payments.ts'
import { assertChangeable, isEstablished } from '#shared/domain/accounts/roles.ts'
import { laterThan } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { heldAfter, paymentEntry } from '#shared/domain/premium/ledger.ts'
import type { Offer } from '#shared/domain/premium/offer.ts'
import { keptReceipt, ownPaymentRequest, premiumForPayment } from '#shared/domain/premium/payment-request.ts'
import { isPremiumNow, withPremium } from '#shared/domain/premium/premium.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { LedgerEntry } from '#shared/entities/ledger-entry.ts'
import {
  type ManagedPaymentRequest,
  type PaymentRequest,
  type PaymentRequestStatus,
  paymentRequestNumber,
  paymentRequestStatusLabels,
} from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry, premiumValues } from '../../data/audit.ts'
import { retryOnConflict } from '../../data/optimistic-lock.ts'
import { receiptFile } from '../../data/payment-request-parts.ts'
import type { SameReference } from '../../data/payment-requests.ts'
import type { PageQuery } from '../../data/table/query.ts'
import { count } from '../../http/metrics.ts'
import type { Deps } from '../../http/use-case.ts'

/** Returns a page of the requests in a state, with other payments of the same reference. */
export async function listPaymentRequests(
  { paymentRequests, users, clock }: Pick<Deps, 'paymentRequests' | 'users' | 'clock'>,
  query: PageQuery & { status: PaymentRequestStatus; search: string },
) {
  const { items, ...page } = await paymentRequests.list(query)
  const [accounts, references] = await Promise.all([
    users.findMany(items.map(({ userId }) => userId)),
    Promise.all(items.map(paymentRequests.listSameReference)),
  ])
  const addressed = await withAddresses(users, references)
  const byId = new Map(accounts.map((account) => [account.id, account]))
  const now = clock.now()
  return {
    items: items.flatMap((request, at) => {
      const account = byId.get(request.userId)
      // The account was deleted since the index was written.
      return account ? managedPaymentRequest(request, account, addressed[at] ?? [], now) : []
    }),
    ...page,
  }
}

async function withAddresses(
  users: Pick<Deps['users'], 'findMany'>,
  references: readonly (readonly SameReference[])[],
): Promise<ManagedPaymentRequest['sameReference'][]> {
  const isAddress = (account: string) => account.includes('@')
  const ids = references.flat().flatMap(({ account }) => (isAddress(account) ? [] : [account]))
  const accounts = ids.length === 0 ? [] : await users.findMany(ids)
  const addresses = new Map(accounts.map(({ id, email }) => [id, email]))
  return references.map((list) =>
    list.map(({ account, date }) => ({
      email: isAddress(account) ? account : (addresses.get(account) ?? null),
      date,
    })),
  )
}

function managedPaymentRequest(
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
    isFromYoungAccount: !isEstablished(account, now),
    sameReference,
  }
}

export async function readReceipt(
  { paymentRequests, receipts, clock }: Pick<Deps, 'paymentRequests' | 'receipts' | 'clock'>,
  id: string,
): Promise<Blob> {
  const request = await paymentRequests.find(id)
  const receipt = request && keptReceipt(request, clock.now())
  const bytes = receipt && (await receipts.get(receiptFile(id, receipt)))
  if (!receipt || !bytes) throw new DomainError('NOT_FOUND')
  return new Blob([bytes], { type: receipt.type })
}

type Outcome = { request: PaymentRequest; account: User; entry: AuditEntry; paid?: LedgerEntry[] }

const CORRECTED = "Cette demande vient d'être corrigée. Relisez-la avant de décider."

/**
 * Approves or refuses a payment that a student has declared. A decision that names the state that the owner saw is
 * refused when the request was changed since. @throws DomainError NOT_FOUND, CONFLICT, OWNER_REQUIRED for an approval
 * of their own or another admin's request, INVALID_REQUEST for a day that is past, and for none when the offer is over
 */
export async function decidePaymentRequest(
  deps: Pick<Deps, 'paymentRequests' | 'users' | 'settings' | 'owners' | 'clock'>,
  owner: User,
  id: string,
  decision: PaymentDecision,
): Promise<ManagedPaymentRequest> {
  const { paymentRequests, settings, clock } = deps
  return retryOnConflict(async () => {
    const [before, offer] = await Promise.all([paymentRequests.findWithAccount(id), settings.read()])
    const { request, account } = before
    if (!request || !account) throw new DomainError('NOT_FOUND')
    const now = clock.now()
    const addressed = async (decided: PaymentRequest) =>
      (await withAddresses(deps.users, [await paymentRequests.listSameReference(decided)]))[0]
    const shown = async (decided: PaymentRequest, holder: User) =>
      managedPaymentRequest(decided, holder, (await addressed(decided)) ?? [], now)
    if (isDone(request, decision)) return shown(request, account)
    assertPending(request, decision)
    const decided = decision.decision === 'approve' ? approve : refuse
    const outcome = decided({ request, account }, decision, { owner, owners: deps.owners, offer, now })
    const [result, answer] = await Promise.all([
      paymentRequests.conclude(
        { before: request, after: outcome.request },
        { before: account, after: outcome.account },
        now,
        outcome,
      ),
      shown(outcome.request, outcome.account),
    ])
    if (result === 'conflict') return result
    if (decision.decision === 'approve') count('PremiumChanges')
    return answer
  })
}

function isDone({ status, reason, approval }: PaymentRequest, decision: PaymentDecision): boolean {
  if (decision.decision === 'refuse') return status === 'refused' && reason === decision.reason
  const { until = approval?.premiumUntil, amountDh = approval?.amountDh } = decision
  return status === 'approved' && until === approval?.premiumUntil && amountDh === approval?.amountDh
}

function assertPending({ status, updatedAt }: PaymentRequest, decision: PaymentDecision): void {
  if (status !== 'pending') {
    const state = paymentRequestStatusLabels[status].toLowerCase()
    throw new DomainError('CONFLICT', { detail: `Cette demande est déjà ${state}.` })
  }
  if (decision.updatedAt !== undefined && decision.updatedAt !== updatedAt)
    throw new DomainError('CONFLICT', { detail: CORRECTED })
}

type Before = { request: PaymentRequest; account: User }
type Circumstances = { owner: User; owners: readonly string[]; offer: Offer; now: Date }

function approve(
  { request, account }: Before,
  { until, amountDh = request.amountDh }: PaymentDecision,
  { owner, owners, offer, now }: Circumstances,
): Outcome {
  assertChangeable(account, owner, owners)
  const { means, reference } = request
  const payment = { amount: amountDh, means, reference }
  const premium = premiumForPayment(account, { until, payment }, offer, now)
  if ('message' in premium) throw new DomainError('INVALID_REQUEST', { errors: [premium] })
  const { premiumUntil } = premium
  const ids = { id: request.id, requestId: request.id, userId: account.id }
  const entry = paymentEntry({ ...ids, by: owner.email, payment }, now)
  const held = heldAfter(account, [entry], now)
  const after = { ...withPremium(account, premium, now), held, openPaymentRequest: null }
  return {
    request: { ...decide(request, 'approved', owner, now), approval: { amountDh, premiumUntil } },
    account: after,
    paid: [entry],
    entry: auditEntry(adminActor(owner), now, {
      action: 'APPROVE_PAYMENT',
      target: account.email,
      before: premiumValues(account),
      after: { ...premiumValues(after), request: paymentRequestNumber(request.id) },
    }),
  }
}

function refuse(
  { request, account }: Before,
  { reason }: PaymentDecision,
  { owner, now }: Circumstances,
): Outcome {
  const { means, reference, amountDh } = request
  return {
    request: { ...decide(request, 'refused', owner, now), reason },
    account: { ...account, openPaymentRequest: null, updatedAt: laterThan(account.updatedAt, now) },
    entry: auditEntry(adminActor(owner), now, {
      action: 'REFUSE_PAYMENT',
      target: account.email,
      after: { request: paymentRequestNumber(request.id), means, reference, amountDh, reason },
    }),
  }
}

function decide(
  request: PaymentRequest,
  status: 'approved' | 'refused',
  { email }: User,
  now: Date,
): PaymentRequest {
  const updatedAt = laterThan(request.updatedAt, now)
  return { ...request, status, decidedAt: updatedAt, decidedBy: email, updatedAt }
}
