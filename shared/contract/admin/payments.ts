import * as v from 'valibot'
import { Day, Email, UserId } from '../../entities/fields.ts'
import { LedgerEntryId, LedgerLine, ReceivedPayment, SAMPLE_ENTRY_ID } from '../../entities/ledger-entry.ts'
import { sampleLedgerEntry, samplePremiumUser } from '../../entities/samples.ts'
import { SAMPLE_USER, UserView } from '../../entities/user.ts'
import { Cursor, Limit, pageOf } from '../query.ts'
import { route } from '../route.ts'
import { listPaymentRequests } from './payment-requests.ts'
import { listUsers } from './users.ts'

const params = v.object({ id: UserId })

/**
 * Lists the ledger by the Moroccan day of receipt, both ends included, newest first. Refunds and cancellations are
 * negative, so that the sum is the money that is held.
 */
export const listPayments = route({
  method: 'GET',
  path: '/api/admin/payments',
  access: 'owner',
  query: v.object({ from: Day, to: Day, limit: Limit, cursor: Cursor }),
  response: pageOf(LedgerLine),
  sample: { query: { from: '2026-01-01', to: '2026-01-31' } },
})

/** Notes another payment of an account, which may lengthen its Premium. The same `entryId` again is the same payment. */
export const addPayment = route({
  method: 'POST',
  path: '/api/admin/users/{id}/payments',
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

/** Cancels a wrong entry by a second one. A repeated call changes nothing. */
export const cancelPayment = route({
  method: 'DELETE',
  path: '/api/admin/payments/{id}',
  access: 'owner',
  params: v.object({ id: LedgerEntryId }),
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [listPayments, listUsers],
  sample: { params: { id: sampleLedgerEntry.id } },
})

/** Moves Premium and the payments of its current period to the account that was meant. */
export const movePremium = route({
  method: 'POST',
  path: '/api/admin/users/{id}/premium/move',
  access: 'owner',
  params,
  body: v.object({ email: Email }),
  response: v.object({ from: UserView, to: UserView }),
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [listPayments, listPaymentRequests],
  sample: { params: { id: samplePremiumUser.id }, body: { email: SAMPLE_USER.email } },
})
