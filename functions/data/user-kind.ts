import * as v from 'valibot'
import { LastDay } from '#shared/domain/days/last-day.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import { orNull } from '#shared/entities/fields.ts'
import { User } from '#shared/entities/user.ts'
import { addressKey, userIndexKeys, userKey } from './keys.ts'
import { PackedLastRead, packLastRead } from './last-read.ts'
import { kind } from './table/expression.ts'
import { type Lookup, parseItem } from './table/read.ts'

// A file of its own, so that a function that only reads accounts has nothing in its bundle that lists or changes them.

/** A user as the table holds them. Earlier versions stored the instant at which Premium ended. */
export const StoredUser = v.object({
  ...User.entries,
  premiumUntil: orNull(LastDay),
  lastRead: orNull(PackedLastRead),
})

/** The profile of an account, with the lease of its session. */
export const userKind = kind({
  schema: StoredUser,
  key: userKey,
  id: ({ id }) => id,
  derived: (user) => ({
    ...userIndexKeys(user),
    searchText: foldText(user.email),
    ...(user.lastRead && { lastRead: packLastRead(user.lastRead) }),
  }),
})

const StoredAddress = v.object({ id: v.string() })

/** Looks up the id of the account at a normalised address; null where there is none. */
export function addressLookup(email: string): Lookup<string | null> {
  return { key: addressKey(email), parse: (item) => (item ? parseItem(StoredAddress, item).id : null) }
}
