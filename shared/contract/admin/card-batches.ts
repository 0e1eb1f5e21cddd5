import * as v from 'valibot'
import { CardBatch, CardBatchInput, CardView } from '../../entities/card.ts'
import { validationMessages as texts } from '../../entities/fields.ts'
import { NEW_CARD_BATCH, sampleCard, sampleCardBatch } from '../../entities/samples.ts'
import { route } from '../define-route.ts'
import { Cursor, Limit, pageOf, Search } from '../query.ts'
import { getOverview } from './overview.ts'

const batchParams = v.object({ id: CardBatch.entries.id })
/** The digest of a code, base64url. */
const cardParams = v.object({
  id: v.pipe(v.string(texts.identifier), v.regex(/^[\w-]{43}$/, texts.identifier)),
})

export const listCardBatches = route('GET /api/admin/codes', {
  access: 'owner',
  response: v.object({ items: v.array(CardBatch) }),
})

/**
 * Newest batch first, each in the order of its serial numbers. `search` looks through serial numbers, the ends of the
 * codes, labels and the addresses of the accounts that used them.
 */
export const listCards = route('GET /api/admin/codes/cards', {
  access: 'owner',
  query: v.object({ search: Search, limit: Limit, cursor: Cursor }),
  response: pageOf(CardView),
})

/** Only this answer contains the codes. A caller who names the batch creates it once. */
export const createCardBatch = route('POST /api/admin/codes', {
  access: 'owner',
  body: v.object({ ...CardBatchInput.entries, id: v.optional(CardBatch.entries.id) }),
  response: v.object({ ...CardBatch.entries, codes: v.array(v.string()) }),
  status: 201,
  errors: ['CONFLICT'],
  isLong: true,
  invalidates: [listCardBatches, listCards, getOverview],
  sample: {
    body: {
      id: NEW_CARD_BATCH,
      label: sampleCardBatch.label,
      count: 2,
      validUntil: '2999-06-30',
      premiumUntil: '2999-07-10',
    },
  },
})

export const revokeCardBatch = route('DELETE /api/admin/codes/{id}', {
  access: 'owner',
  params: batchParams,
  status: 204,
  errors: ['NOT_FOUND'],
  invalidates: [listCardBatches, listCards],
  sample: { params: { id: sampleCardBatch.id } },
})

export const revokeCard = route('DELETE /api/admin/codes/cards/{id}', {
  access: 'owner',
  params: cardParams,
  status: 204,
  errors: ['NOT_FOUND', 'CODE_USED'],
  invalidates: [listCards],
  sample: { params: { id: sampleCard.id } },
})

/** The account is as it was before, and the card can be used again. */
export const undoCard = route('POST /api/admin/codes/cards/{id}/undo', {
  access: 'owner',
  params: cardParams,
  response: CardView,
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [listCardBatches, listCards, getOverview],
  sample: { params: { id: sampleCard.id } },
})
