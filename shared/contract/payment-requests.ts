import * as v from 'valibot'
import { validationMessages as texts } from '../entities/fields.ts'
import {
  MAX_RECEIPT_BYTES,
  OwnPaymentRequest,
  PaymentRequestId,
  PaymentRequestInput,
  SAMPLE_PAYMENT_REQUEST_ID,
  samplePaymentInput,
  samplePicture,
} from '../entities/payment-request.ts'
import { route } from './define-route.ts'

export const listOwnPaymentRequests = route('GET /api/account/payment-requests', {
  access: 'user',
  response: v.object({ items: v.array(OwnPaymentRequest) }),
})

const change = {
  access: 'user',
  errors: ['NOT_FOUND', 'CONFLICT', 'TOO_MANY_REQUESTS'],
  throttle: { account: 20, address: 600, window: 'hour' },
  invalidates: [listOwnPaymentRequests],
} as const
const params = v.object({ id: PaymentRequestId })

/** Another open request is CONFLICT, the same one again is answered like the first time. At most three a day. */
export const declarePayment = route('POST /api/account/payment-requests', {
  ...change,
  status: 201,
  body: PaymentRequestInput,
  response: OwnPaymentRequest,
  errors: ['CONFLICT', 'TOO_MANY_REQUESTS'],
  sample: { body: samplePaymentInput },
})

/** Corrects the caller's open request, which keeps its number, its place in the list and its receipt. */
export const correctPayment = route('PUT /api/account/payment-requests/{id}', {
  ...change,
  params,
  body: PaymentRequestInput,
  response: OwnPaymentRequest,
  sample: {
    params: { id: SAMPLE_PAYMENT_REQUEST_ID },
    body: { ...samplePaymentInput, reference: 'VIR-2026-02' },
  },
})

/** The first bytes tell the form of the picture. Metadata, such as place and camera, is not stored. */
export const attachReceipt = route('PUT /api/account/payment-requests/{id}/receipt', {
  ...change,
  status: 204,
  params,
  body: v.blob(texts.invalid),
  maxBodyBytes: MAX_RECEIPT_BYTES,
  sample: { params: { id: SAMPLE_PAYMENT_REQUEST_ID }, body: samplePicture() },
})

export const withdrawPayment = route('DELETE /api/account/payment-requests/{id}', {
  access: 'user',
  params,
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [listOwnPaymentRequests],
  sample: { params: { id: SAMPLE_PAYMENT_REQUEST_ID } },
})
