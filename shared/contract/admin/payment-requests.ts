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

const requestParams = v.object({ id: PaymentRequestId })

/**
 * Lists the requests in one state: open ones oldest first, others newest first. `search` looks through numbers,
 * references and addresses. `total` counts all pages of the list.
 */
export const listPaymentRequests = route({
  method: 'GET',
  path: '/api/admin/payment-requests',
  access: 'owner',
  query: v.object({
    status: v.optional(PaymentRequestStatus, 'pending'),
    search: Search,
    limit: Limit,
    cursor: Cursor,
  }),
  response: v.object({ ...pageOf(ManagedPaymentRequest).entries, total: v.number() }),
})

/** Answers the picture of a request's receipt. */
export const getReceipt = route({
  method: 'GET',
  path: '/api/admin/payment-requests/{id}/receipt',
  access: 'owner',
  params: requestParams,
  response: v.blob(),
  errors: ['NOT_FOUND'],
  sample: { params: { id: samplePaymentRequest.id } },
})

/** An owner's decision about a request. */
export const PaymentDecision = v.pipe(
  v.object({
    decision: v.picklist(['approve', 'refuse'], texts.choice),
    /** Last day of Premium; null for no end; left out for the offer's day. */
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

/**
 * Approves a request, which gives its account Premium and notes the payment, or refuses it. The same decision again
 * changes nothing, another one is CONFLICT.
 */
export const decidePaymentRequest = route({
  method: 'PUT',
  path: '/api/admin/payment-requests/{id}',
  access: 'owner',
  params: requestParams,
  body: PaymentDecision,
  response: ManagedPaymentRequest,
  errors: ['NOT_FOUND', 'CONFLICT', 'OWNER_REQUIRED'],
  invalidates: [listPaymentRequests, listUsers, getOverview],
  sample: { params: { id: samplePaymentRequest.id }, body: { decision: 'approve' } },
})
