import type { User } from '#shared/entities/user.ts'
import { parseUser } from './items.ts'
import { userKey } from './keys.ts'
import type { Lookup } from './table/read.ts'

// A file of its own, so that a function that only reads accounts has nothing in its bundle that lists or changes them.

/** Returns a user with their lease; null where there is none. */
export function userLookup(id: string): Lookup<User | null> {
  return { key: userKey(id), parse: (item) => (item ? parseUser(item) : null) }
}
