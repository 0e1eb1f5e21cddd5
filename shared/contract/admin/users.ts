import * as v from 'valibot'
import { UserState } from '../../domain/premium/user-state.ts'
import { Day, Timestamp, validationMessages as texts, UserId } from '../../entities/fields.ts'
import { Money, ReceivedPayment } from '../../entities/ledger-entry.ts'
import { Payment, SAMPLE_USER, UserView } from '../../entities/user.ts'
import { route } from '../define-route.ts'
import { Cursor, Limit, pageOf, Search } from '../query.ts'
import { getOverview } from './overview.ts'

const ofUser = {
  access: 'owner',
  params: v.object({ id: UserId }),
  errors: ['NOT_FOUND'],
  sample: { params: { id: SAMPLE_USER.id } },
} as const

/** Newest first, without blocked ones. `search` finds each of its words in any part of an address. */
export const listUsers = route('GET /api/admin/users', {
  access: 'owner',
  query: v.object({ search: Search, state: v.optional(UserState), limit: Limit, cursor: Cursor }),
  response: v.object({ ...pageOf(UserView).entries, total: v.number() }),
})

export const getUser = route('GET /api/admin/users/{id}', { ...ofUser, response: UserView })

export const deleteUser = route('DELETE /api/admin/users/{id}', {
  ...ofUser,
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [getOverview],
})

/** `until`: the last Moroccan day; null for no end; left out for the offer's day. A new `payment` is one more entry. */
export const setPremium = route('PUT /api/admin/users/{id}/premium', {
  ...ofUser,
  body: v.object({
    isPremium: v.boolean(texts.boolean),
    until: v.optional(v.nullable(Day)),
    /** With `entryId`, the same payment again is known by it. */
    payment: v.optional(
      v.nullable(v.object({ ...Payment.entries, entryId: v.optional(ReceivedPayment.entries.entryId) })),
    ),
    money: v.optional(Money, 'kept'),
  }),
  response: UserView,
  errors: ['NOT_FOUND', 'CONFLICT'],
  invalidates: [getOverview],
  sample: { params: { id: SAMPLE_USER.id }, body: { isPremium: true } },
})

export const diagnoseSession = route('GET /api/admin/users/{id}/session', {
  ...ofUser,
  response: v.object({
    active: v.boolean(),
    lastActive: v.nullable(Timestamp),
    secondsLeft: v.nullable(v.number()),
  }),
})

export const releaseSession = route('DELETE /api/admin/users/{id}/session', {
  ...ofUser,
  status: 204,
  invalidates: [diagnoseSession],
})

export const endUserSignIns = route('POST /api/admin/users/{id}/sign-outs', {
  ...ofUser,
  status: 204,
  invalidates: [diagnoseSession],
})

/** Longer than other cursors, since it contains Cognito's own. */
const SyncCursor = v.optional(v.pipe(v.string(texts.cursor), v.regex(/^[\w-]{1,4096}$/, texts.cursor)))

/**
 * A call checks some hundreds of accounts; with more, the next call continues from `nextCursor`. It may be repeated.
 */
export const syncUsers = route('POST /api/admin/users/sync', {
  access: 'owner',
  query: v.object({ cursor: SyncCursor }),
  response: v.object({ created: v.number(), nextCursor: v.nullable(v.string()) }),
  isLong: true,
  invalidates: [listUsers, getOverview],
})

export const PremiumEnd = v.object({ lastDay: v.nullable(Day), accounts: v.number() })
export type PremiumEnd = v.InferOutput<typeof PremiumEnd>

/** Lists the last days of Premium of all accounts with the flag, also past ones, earliest first, no end last. */
export const listPremiumEnds = route('GET /api/admin/premium/ends', {
  access: 'owner',
  response: v.object({ items: v.array(PremiumEnd) }),
})
