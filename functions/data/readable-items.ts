import * as v from 'valibot'
import type { Stored } from '#shared/contract/account.ts'
import { PackedLastRead } from './last-read.ts'
import { type Item, tableShape } from './table/table-shape.ts'

/** Keys of the table and of its indexes, and attributes that are derived for searching. */
const INTERNAL = new Set<string>([
  tableShape.partitionKey,
  tableShape.sortKey,
  ...Object.values(tableShape.indexes).flatMap((index) => [index.partitionKey, index.sortKey]),
  'searchText',
])

/** Returns an item in readable form: sets as lists, and its expiry as a time. */
export function plain(item: Item): Stored {
  const { [tableShape.timeToLive]: expiresAt, ...stored } = item
  return {
    ...Object.fromEntries(
      Object.entries(stored)
        .filter(([name]) => !INTERNAL.has(name))
        .map(([name, value]) => [name, value instanceof Set ? [...value] : value]),
    ),
    ...(typeof expiresAt === 'number' && { deletedAfter: new Date(expiresAt * 1_000).toISOString() }),
  }
}

/** Leaves out the id of a live session: the file may be passed on. */
export function withoutSessionId({ lease, ...profile }: Stored): Stored {
  if (typeof lease !== 'object' || lease === null) return profile
  const { id: _, ...session } = lease as Stored
  return { ...profile, session }
}

export function withReadableLastRead({ lastRead, ...profile }: Stored): Stored {
  return lastRead === undefined ? profile : { ...profile, lastRead: v.parse(PackedLastRead, lastRead) }
}

/** Leaves out a field that is not part of the person's data, such as the owner who decided. */
export function without(field: string, stored: Stored): Stored {
  return Object.fromEntries(Object.entries(stored).filter(([name]) => name !== field))
}
