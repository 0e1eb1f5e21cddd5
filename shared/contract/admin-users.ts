import * as v from 'valibot'
import { validationMessages as texts } from '../messages/validation.ts'
import { Cursor, Limit, pageOf, Search, Timestamp, UserId } from './fields.ts'
import { route } from './route.ts'

/** A profile as the owner sees it. `isPremium` is what holds now. */
export const UserView = v.object({
  id: v.string(),
  email: v.string(),
  isPremium: v.boolean(),
  premiumUntil: v.nullable(Timestamp),
  isAdmin: v.boolean(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type UserView = v.InferOutput<typeof UserView>

const params = v.object({ id: UserId })

/** Newest first, blocked users left out; `total` counts every account listed without a search. */
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
})

export const deleteUser = route({
  method: 'DELETE',
  path: '/api/admin/users/{id}',
  access: 'owner',
  capability: 'admin',
  params,
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

/** Gives or takes Premium (admin_update_user_premium). */
export const setPremium = route({
  method: 'PUT',
  path: '/api/admin/users/{id}/premium',
  access: 'owner',
  capability: 'admin',
  params,
  body: v.object({ isPremium: v.boolean(texts.boolean) }),
  response: UserView,
  errors: ['NOT_FOUND', 'CONFLICT'],
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
})

export const releaseSession = route({
  method: 'DELETE',
  path: '/api/admin/users/{id}/session',
  access: 'owner',
  capability: 'admin',
  params,
  status: 204,
  errors: ['NOT_FOUND'],
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
})
