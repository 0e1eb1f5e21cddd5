import { ChapterItem, VideoItem } from '#shared/entities/resource.ts'

/** The primary key of an item. */
export type ItemKey = { pk: string; sk: string }

/** The attributes of an item as they were read. */
export type Item = Record<string, unknown>

/** An item with its keys, as it is stored. */
export type StoredItem = ItemKey & Record<string, unknown>

/** One global secondary index; `projected` lists the attributes beside its keys and the table's. */
type ProjectedIndex = IndexShape & { name: string; projected: readonly string[] }

/** The table or one of its indexes, which alone has a name. */
export type IndexShape = { name?: string; partitionKey: string; sortKey: string }

/**
 * The table as plain data. Infrastructure builds it from this value and tests create the emulator's table from it, so
 * that neither can differ from what the repositories use. All keys are strings; keys.ts lists the items.
 *
 * Public attributes are projected into the index that lists them, never a file reference. Lists of the administration
 * project as little as possible, since each change of a projected attribute is one more write; their rows are read from
 * the table. No index carries a user's lease, so that a heartbeat writes none.
 */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds. Expired items may be readable for days, so that readers check the time. */
  timeToLive: 'expiresAt',
  indexes: {
    /** Lists of the dashboard, newest first: users, resources, cards, payment requests, questions and reports. */
    newest: {
      name: 'gsi1',
      partitionKey: 'gsi1pk',
      sortKey: 'gsi1sk',
      projected: ['searchText'],
    },
    /** The resources of a chapter, year descending. */
    chapter: {
      name: 'gsi2',
      partitionKey: 'gsi2pk',
      sortKey: 'gsi2sk',
      projected: Object.keys(ChapterItem.entries),
    },
    /**
     * Sparse index, newest first: the free videos, the accounts whose Premium flag is set, and the items about an
     * account that are stored elsewhere (audit entries, copies, used cards, payments by reference, days that stand out).
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
