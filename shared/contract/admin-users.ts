import * as v from 'valibot'
import { validationMessages as texts } from '../messages/validation.ts'
import { Cursor, Day, freeText, Limit, pageOf, requiredText, Search, Timestamp, UserId } from './fields.ts'
import { route } from './route.ts'
import { sampleStudent } from './samples.ts'

/** What was paid for Premium, as the owner notes it. */
export const PaymentNote = v.object({
  /** Moroccan dirhams, to the centime: the table has no room for a number like 1e-200. */
  amount: v.pipe(
    v.number(texts.amount),
    v.minValue(0, texts.amount),
    v.maxValue(100_000, texts.amount),
    v.transform((amount) => Math.round(amount * 100) / 100),
  ),
  means: requiredText(60),
  /** Number of the transfer, or empty. */
  reference: v.optional(freeText(120), ''),
})
export type PaymentNote = v.InferOutput<typeof PaymentNote>

/** A profile as the owner sees it. `isPremium` is what holds now. */
export const UserView = v.object({
  id: v.string(),
  email: v.string(),
  isPremium: v.boolean(),
  premiumUntil: v.nullable(Timestamp),
  isAdmin: v.boolean(),
  payment: v.nullable(PaymentNote),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type UserView = v.InferOutput<typeof UserView>

const params = v.object({ id: UserId })

/**
 * Newest first, blocked users left out; `search` is any part of the address, and a page of what it finds is newest first
 * in itself. `total` counts every account listed without a search.
 */
export const listUsers = route({
  method: 'GET',
  path: '/api/admin/users',
  access: 'owner',
  capability: 'admin',
  query: v.object({ search: Search, limit: Limit, cursor: Cursor }),
  response: v.object({ ...pageOf(UserView).entries, total: v.number() }),
})

export const getUser = route({
  method: 'GET',
  path: '/api/admin/users/{id}',
  access: 'owner',
  capability: 'admin',
  params,
  response: UserView,
  errors: ['NOT_FOUND'],
  sample: { params: { id: sampleStudent.id } },
})

export const deleteUser = route({
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  access: 'owner',
  capability: 'admin',
  params,
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  sample: { params: { id: sampleStudent.id } },
})

/**
 * Gives or takes Premium (admin_update_user_premium). `until` is the last day, YYYY-MM-DD in Morocco; null: no end; left
 * out: the offer's. Given to somebody who has Premium, another `until` or `payment` changes what stands.
 */
export const setPremium = route({
  method: 'PUT',
  path: '/api/admin/users/{id}/premium',
  access: 'owner',
  capability: 'admin',
  params,
  body: v.object({
    isPremium: v.boolean(texts.boolean),
    until: v.optional(v.nullable(Day)),
    payment: v.optional(v.nullable(PaymentNote)),
  }),
  response: UserView,
  errors: ['NOT_FOUND', 'CONFLICT'],
  sample: { params: { id: sampleStudent.id }, body: { isPremium: true } },
})

/** What the account's session looks like to the server (diagnose_user_sessions). */
export const diagnoseSession = route({
  method: 'GET',
  path: '/api/admin/users/{id}/session',
  access: 'owner',
  capability: 'admin',
  params,
  response: v.object({
    active: v.boolean(),
    lastActive: v.nullable(Timestamp),
    secondsLeft: v.nullable(v.number()),
  }),
  errors: ['NOT_FOUND'],
  sample: { params: { id: sampleStudent.id } },
})

export const releaseSession = route({
  method: 'DELETE',
  path: '/api/admin/users/{id}/session',
  access: 'owner',
  capability: 'admin',
  params,
  status: 204,
  errors: ['NOT_FOUND'],
  sample: { params: { id: sampleStudent.id } },
})

/** Longer than other cursors: it carries Cognito's own. */
const SyncCursor = v.optional(v.pipe(v.string(texts.cursor), v.regex(/^[\w-]{1,4096}$/, texts.cursor)))

/**
 * Creates the profiles that accounts lack (sync_auth_users_to_profiles). A call looks through some hundreds of accounts;
 * with more, `nextCursor` is where the next call goes on. Calling again does no harm.
 */
export const syncUsers = route({
  method: 'POST',
  path: '/api/admin/users/sync',
  access: 'owner',
  capability: 'admin',
  query: v.object({ cursor: SyncCursor }),
  response: v.object({ created: v.number(), nextCursor: v.nullable(v.string()) }),
  isLong: true,
})

/** The accounts whose Premium flag is set, newest first: what a list of payers is made of. */
export const listPremium = route({
  method: 'GET',
  path: '/api/admin/premium',
  access: 'owner',
  capability: 'admin',
  query: v.object({ limit: Limit, cursor: Cursor }),
  response: pageOf(UserView),
})
