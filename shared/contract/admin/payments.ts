import * as v from 'valibot'
import { PaymentLine } from '../../domain/premium/payments.ts'
import { Day } from '../../entities/fields.ts'
import { Cursor, Limit, pageOf } from '../query.ts'
import { route } from '../route.ts'

/**
 * What was paid for Premium within days in Morocco, both ends included, newest first: what owners noted, and cards. Read
 * from the log, and so as long as the log is kept. A page may hold fewer than `limit`.
 */
export const listPayments = route({
  method: 'GET',
  path: '/api/admin/payments',
  access: 'owner',
  capability: 'admin',
  query: v.object({ from: Day, to: Day, limit: Limit, cursor: Cursor }),
  response: pageOf(PaymentLine),
  sample: { query: { from: '2026-01-01', to: '2026-01-31' } },
})
