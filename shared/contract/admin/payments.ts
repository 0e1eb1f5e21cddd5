import * as v from 'valibot'
import { PaymentLine } from '../../domain/premium/payments.ts'
import { Day } from '../../entities/fields.ts'
import { Cursor, Limit, pageOf } from '../query.ts'
import { route } from '../route.ts'

/**
 * Lists payments for Premium within Moroccan days, both ends included, newest first: those that owners noted, and
 * cards. They are read from the log, and so kept as long as it is. A page may hold fewer than `limit`.
 */
export const listPayments = route({
  method: 'GET',
  path: '/api/admin/payments',
  access: 'owner',
  query: v.object({ from: Day, to: Day, limit: Limit, cursor: Cursor }),
  response: pageOf(PaymentLine),
  sample: { query: { from: '2026-01-01', to: '2026-01-31' } },
})
