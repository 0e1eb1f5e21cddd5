import * as v from 'valibot'
import {
  Day,
  Email,
  freeText,
  Timestamp,
  validationMessages as texts,
  UserId,
} from '../../entities/fields.ts'
import { LedgerEntryId, LedgerLine, ReceivedPayment, SAMPLE_ENTRY_ID } from '../../entities/ledger-entry.ts'
import {
  MAX_REFUSAL_REASON,
  ManagedPaymentRequest,
  PaymentRequestId,
  PaymentRequestInput,
  PaymentRequestStatus,
} from '../../entities/payment-request.ts'
import { sampleLedgerEntry, samplePaymentRequest, samplePremiumUser } from '../../entities/samples.ts'
import { SAMPLE_USER, UserView } from '../../entities/user.ts'
import { route } from '../define-route.ts'
import { Cursor, Limit, pageOf, Search } from '../query.ts'
import { getOverview } from './overview.ts'
import { listUsers } from './users.ts'

const params = v.object({ id: UserId })

/**
 * By the Moroccan day of receipt, both ends included, newest first. Refunds and cancellations are negative, so that the
 * sum is the money that is held.
 */
export const listPayments = route('GET /api/admin/payments', {
  access: 'owner',
  query: v.object({ from: Day, to: Day, limit: Limit, cursor: Cursor }),
  response: pageOf(LedgerLine),
  sample: { query: { from: '2026-01-01', to: '2026-01-31' } },
})

/** Notes another payment of an account, which may lengthen its Premium. The same `entryId` again is the same payment. */
export const addPayment = route('POST /api/admin/users/{id}/payments', {
  access: 'owner',
  params,
  body: ReceivedPayment,
  status: 201,
  response: LedgerLine,
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [listPayments],
  sample: {
    params: { id: SAMPLE_USER.id },
    body: {
      entryId: SAMPLE_ENTRY_ID,
      amount: 250,
      means: 'Espèces',
      reference: 'R-2',
      receivedOn: '2026-01-02',
    },
  },
})

export const cancelPayment = route('DELETE /api/admin/payments/{id}', {
  access: 'owner',
  params: v.object({ id: LedgerEntryId }),
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [listPayments, listUsers],
  sample: { params: { id: sampleLedgerEntry.id } },
})

const requestParams = v.object({ id: PaymentRequestId })

/**
 * Open requests are oldest first, others newest first. `search` looks through numbers, references and addresses.
 * `total` counts all pages of the list.
 */
export const listPaymentRequests = route('GET /api/admin/payment-requests', {
  access: 'owner',
  query: v.object({
    status: v.optional(PaymentRequestStatus, 'pending'),
    search: Search,
    limit: Limit,
    cursor: Cursor,
  }),
  response: v.object({ ...pageOf(ManagedPaymentRequest).entries, total: v.number() }),
})

export const getReceipt = route('GET /api/admin/payment-requests/{id}/receipt', {
  access: 'owner',
  params: requestParams,
  response: v.blob(),
  errors: ['NOT_FOUND'],
  sample: { params: { id: samplePaymentRequest.id } },
})

export const PaymentDecision = v.pipe(
  v.object({
    decision: v.picklist(['approve', 'refuse'], texts.choice),
    until: v.optional(v.nullable(Day)),
    /** The received amount; left out for the declared one. */
    amountDh: v.optional(PaymentRequestInput.entries.amountDh),
    /** Required for a refusal, and shown to the student. */
    reason: v.optional(freeText(MAX_REFUSAL_REASON), ''),
    /** State of the request that the owner saw: CONFLICT when it was corrected since. */
    updatedAt: v.optional(Timestamp),
  }),
  v.forward(
    v.check(({ decision, reason }) => decision === 'approve' || reason !== '', texts.required),
    ['reason'],
  ),
)
export type PaymentDecision = v.InferOutput<typeof PaymentDecision>

export const decidePaymentRequest = route('PUT /api/admin/payment-requests/{id}', {
  access: 'owner',
  params: requestParams,
  body: PaymentDecision,
  response: ManagedPaymentRequest,
  errors: ['NOT_FOUND', 'CONFLICT', 'OWNER_REQUIRED'],
  invalidates: [listPaymentRequests, listUsers, getOverview],
  sample: { params: { id: samplePaymentRequest.id }, body: { decision: 'approve' } },
})

export const movePremium = route('POST /api/admin/users/{id}/premium/move', {
  access: 'owner',
  params,
  body: v.object({ email: Email }),
  response: v.object({ from: UserView, to: UserView }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [listPayments, listPaymentRequests],
  sample: { params: { id: samplePremiumUser.id }, body: { email: SAMPLE_USER.email } },
})
