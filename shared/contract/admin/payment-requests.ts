import * as v from 'valibot'
import { Day, freeText, Timestamp } from '../../entities/fields.ts'
import {
  MAX_REFUSAL_REASON,
  ManagedPaymentRequest,
  PaymentRequestId,
  PaymentRequestInput,
  PaymentRequestStatus,
} from '../../entities/payment-request.ts'
import { samplePaymentRequest } from '../../entities/samples.ts'
import { validationMessages as texts } from '../../entities/validation-messages.ts'
import { Cursor, Limit, pageOf, Search } from '../query.ts'
import { route } from '../route.ts'
import { getOverview } from './overview.ts'
import { listUsers } from './users.ts'

const params = v.object({ id: PaymentRequestId })

/**
 * The requests in one state: those that wait oldest first, others newest first. `search` looks through numbers, references
 * and addresses. `total` counts all pages of what is listed.
 */
export const listPaymentRequests = route({
  method: 'GET',
  path: '/api/admin/payment-requests',
  access: 'owner',
  capability: 'admin',
  query: v.object({
    status: v.optional(PaymentRequestStatus, 'pending'),
    search: Search,
    limit: Limit,
    cursor: Cursor,
  }),
  response: v.object({ ...pageOf(ManagedPaymentRequest).entries, total: v.number() }),
})

/** The picture of a request's receipt. */
export const getReceipt = route({
  method: 'GET',
  path: '/api/admin/payment-requests/{id}/receipt',
  access: 'owner',
  capability: 'admin',
  params,
  response: v.blob(),
  errors: ['NOT_FOUND'],
  sample: { params: { id: samplePaymentRequest.id } },
})

/** What an owner decides about a request. */
export const PaymentDecision = v.pipe(
  v.object({
    decision: v.picklist(['approve', 'refuse'], texts.choice),
    /** Last day of Premium; null: no end; left out: the offer's. */
    until: v.optional(v.nullable(Day)),
    /** What was received; left out: what was declared. */
    amountDh: v.optional(PaymentRequestInput.entries.amountDh),
    /** Needed for a refusal, and shown to the student. */
    reason: v.optional(freeText(MAX_REFUSAL_REASON), ''),
    /** Of the request as the owner saw it: CONFLICT when it was corrected since. */
    updatedAt: v.optional(Timestamp),
  }),
  v.forward(
    v.check(({ decision, reason }) => decision === 'approve' || reason !== '', texts.required),
    ['reason'],
  ),
)
export type PaymentDecision = v.InferOutput<typeof PaymentDecision>

/**
 * Approves a request, which gives its account Premium and notes the payment, or refuses it. The same decision again changes
 * nothing, another one is CONFLICT.
 */
export const decidePaymentRequest = route({
  method: 'PUT',
  path: '/api/admin/payment-requests/{id}',
  access: 'owner',
  capability: 'admin',
  params,
  body: PaymentDecision,
  response: ManagedPaymentRequest,
  errors: ['NOT_FOUND', 'CONFLICT', 'OWNER_REQUIRED'],
  invalidates: [listPaymentRequests, listUsers, getOverview],
  sample: { params: { id: samplePaymentRequest.id }, body: { decision: 'approve' } },
})
