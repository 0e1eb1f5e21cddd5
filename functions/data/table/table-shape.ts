import { ChapterItem, VideoItem } from '#shared/entities/resource.ts'

export type ItemKey = { pk: string; sk: string }

export type Item = Record<string, unknown>

export type StoredItem = ItemKey & Record<string, unknown>

/** One global secondary index; `projected` lists the attributes beside its keys and the table's. */
type ProjectedIndex = IndexShape & { name: string; projected: readonly string[] }

/** The table or one of its indexes, which alone has a name. */
export type IndexShape = { name?: string; partitionKey: string; sortKey: string }

/**
 * The table as plain data, from which infrastructure and the tests' emulator are built; keys.ts lists the items. Public
 * attributes are projected into the index that lists them, never a file reference. Lists of the administration project
 * as little as possible, since each change of a projected attribute is one more write; their rows are read from the
 * table. No index carries a user's lease, so that a heartbeat writes none.
 */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds. Expired items may be readable for days, so that readers check the time. */
  timeToLive: 'expiresAt',
  indexes: {
    newest: { name: 'gsi1', partitionKey: 'gsi1pk', sortKey: 'gsi1sk', projected: ['searchText'] },
    chapter: {
      name: 'gsi2',
      partitionKey: 'gsi2pk',
      sortKey: 'gsi2sk',
      projected: Object.keys(ChapterItem.entries),
    },
    /**
     * Sparse, newest first: free videos, accounts flagged Premium, and what is about an account but stored elsewhere.
     */
    sparse: {
      name: 'gsi3',
      partitionKey: 'gsi3pk',
      sortKey: 'gsi3sk',
      projected: [...Object.keys(VideoItem.entries), 'premiumUntil', 'blockedAt'],
    },
  },
} as const satisfies {
  partitionKey: string
  sortKey: string
  timeToLive: string
  indexes: Record<string, ProjectedIndex>
}
