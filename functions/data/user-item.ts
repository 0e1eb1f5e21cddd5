import * as v from 'valibot'
import type { User } from '#shared/entities/user.ts'
import { userIndexKeys, userKey } from './keys.ts'
import { parseItem } from './read.ts'

const StoredPayment = v.object({ amount: v.number(), means: v.string(), reference: v.string() })

/** What the dashboard's index carries of a user. */
const listed = {
  id: v.string(),
  email: v.string(),
  isPremium: v.boolean(),
  premiumUntil: v.nullable(v.string()),
  isAdmin: v.boolean(),
  payment: v.optional(v.nullable(StoredPayment), null),
  createdAt: v.string(),
  updatedAt: v.string(),
}

export const ListedUser = v.object(listed)
/** A user as the newest-first index knows him: without lease, never blocked. */
export type ListedUser = v.InferOutput<typeof ListedUser>

const StoredUser = v.object({
  ...listed,
  // Absent rather than null, so that conditions can ask with attribute_not_exists.
  blockedAt: v.optional(v.string()),
  signInsFrom: v.optional(v.number()),
  endedSignIn: v.optional(v.string()),
  lease: v.optional(v.object({ id: v.string(), lastActive: v.string() })),
  hasSecondFactor: v.optional(v.literal(true)),
})

/** @throws Error when the item is not a user */
export function parseUser(item: unknown): User {
  const stored = parseItem(StoredUser, item)
  const { blockedAt = null, signInsFrom = null, endedSignIn = null, lease = null, ...rest } = stored
  const { hasSecondFactor = false, ...user } = rest
  return { ...user, blockedAt, signInsFrom, endedSignIn, lease, hasSecondFactor }
}

/** A user as stored. Blocked users are in no list (spec section 2), so they have no index keys. */
export function userItem(user: User): Record<string, unknown> {
  const { blockedAt, signInsFrom, endedSignIn, lease, hasSecondFactor, ...rest } = user
  return {
    ...userKey(user.id),
    ...(blockedAt === null ? userIndexKeys(user) : { blockedAt }),
    ...rest,
    ...(signInsFrom !== null && { signInsFrom }),
    ...(endedSignIn !== null && { endedSignIn }),
    ...(lease && { lease }),
    ...(hasSecondFactor && { hasSecondFactor }),
  }
}
