import { laterThan } from '#shared/domain/days/moroccan-day.ts'
import { DomainError, found } from '#shared/domain/domain-error.ts'
import { isSamePaymentInput, paymentFaults } from '#shared/domain/premium/payment-request.ts'
import {
  newPaymentRequestId,
  type PaymentRequest,
  type PaymentRequestInput,
  parsePaymentRequestId,
} from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { retryOnConflict } from '../data/optimistic-lock.ts'
import { receiptFile } from '../data/payment-request-parts.ts'
import { readAgain } from '../http/profile-view.ts'
import type { Deps } from '../http/use-case.ts'

type RequestDeps = Pick<Deps, 'paymentRequests' | 'users' | 'settings' | 'clock'>

const ALREADY_OPEN = 'Vous avez déjà une demande en attente. Vous pouvez la corriger ou la retirer.'
const ALREADY_DECIDED = "Cette demande n'est plus en attente. Actualisez la page pour voir où elle en est."

/** Repeated input of the newest request returns it. @throws DomainError INVALID_REQUEST, CONFLICT, TOO_MANY_REQUESTS */
export async function declarePayment(
  deps: RequestDeps,
  caller: User,
  input: PaymentRequestInput,
): Promise<PaymentRequest> {
  await assertDeclarable(deps, input)
  let user = caller
  return retryOnConflict(async () => {
    const newest = await deps.paymentRequests.findNewest(user.id)
    const isStanding = newest?.status === 'pending' || newest?.status === 'approved'
    if (newest && isStanding && isSamePaymentInput(newest, input)) return newest
    if (newest?.status === 'pending') throw new DomainError('CONFLICT', { detail: ALREADY_OPEN })
    const now = deps.clock.now()
    const request = newRequest(user, input, now)
    const { ownPart } = parsePaymentRequestId(request.id)
    const account = { before: user, after: withOpenRequest(user, ownPart, now) }
    const result = await deps.paymentRequests.add(request, account, now)
    if (result === 'written') return request
    user = await readAgain(deps, caller)
    return result
  })
}

/** @throws DomainError INVALID_REQUEST, NOT_FOUND, CONFLICT when it was decided or withdrawn */
export async function correctPayment(
  deps: RequestDeps,
  userId: string,
  id: string,
  input: PaymentRequestInput,
): Promise<PaymentRequest> {
  await assertDeclarable(deps, input)
  return retryOnConflict(async () => {
    const before = await findOwnRequest(deps, userId, id)
    if (before.status !== 'pending') throw alreadyDecided()
    if (isSamePaymentInput(before, input)) return before
    const after = { ...before, ...input, updatedAt: laterThan(before.updatedAt, deps.clock.now()) }
    const result = await deps.paymentRequests.replace({ before, after })
    return result === 'written' ? after : result
  })
}

/** A repeated call deletes the picture that an interrupted one left. @throws DomainError NOT_FOUND, CONFLICT */
export async function withdrawPayment(
  deps: RequestDeps & Pick<Deps, 'receipts'>,
  caller: User,
  id: string,
): Promise<void> {
  let user = caller
  const withdrawn = await retryOnConflict(async () => {
    const before = await findOwnRequest(deps, user.id, id)
    if (before.status === 'withdrawn') return before
    if (before.status !== 'pending') throw alreadyDecided()
    const now = deps.clock.now()
    const updatedAt = laterThan(before.updatedAt, now)
    const after = { ...before, status: 'withdrawn', decidedAt: updatedAt, updatedAt } as const
    const account = { before: user, after: withOpenRequest(user, null, now) }
    const result = await deps.paymentRequests.conclude({ before, after }, account, now)
    if (result === 'written') return after
    user = await readAgain(deps, caller)
    return result
  })
  await removeReceipt(deps.receipts, withdrawn)
}

export async function removeReceipt(
  receipts: Pick<Deps['receipts'], 'remove'>,
  { id, receipt }: PaymentRequest,
): Promise<void> {
  if (receipt) await receipts.remove([receiptFile(id, receipt)])
}

export async function findOwnRequest(
  { paymentRequests }: Pick<Deps, 'paymentRequests'>,
  userId: string,
  id: string,
): Promise<PaymentRequest> {
  const isOwn = parsePaymentRequestId(id).userId === userId
  return found(isOwn ? await paymentRequests.find(id) : null)
}

export const alreadyDecided = () => new DomainError('CONFLICT', { detail: ALREADY_DECIDED })

async function assertDeclarable({ settings, clock }: RequestDeps, input: PaymentRequestInput): Promise<void> {
  const errors = paymentFaults(input, await settings.read(), clock.now())
  if (errors.length > 0) throw new DomainError('INVALID_REQUEST', { errors })
}

function newRequest({ id: userId, email }: User, input: PaymentRequestInput, now: Date): PaymentRequest {
  const at = now.toISOString()
  return {
    ...input,
    id: newPaymentRequestId(userId, now),
    userId,
    email,
    status: 'pending',
    reason: null,
    decidedAt: null,
    decidedBy: null,
    approval: null,
    receipt: null,
    createdAt: at,
    updatedAt: at,
  }
}

function withOpenRequest(user: User, openPaymentRequest: string | null, now: Date): User {
  return { ...user, openPaymentRequest, updatedAt: laterThan(user.updatedAt, now) }
}
