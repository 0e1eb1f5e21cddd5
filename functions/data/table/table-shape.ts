import { ChapterItem, VideoItem } from '#shared/entities/resource.ts'

/** The primary key of an item. */
export type ItemKey = { pk: string; sk: string }

/** An item with its keys, as it is stored. */
export type StoredItem = ItemKey & Record<string, unknown>

/** One global secondary index: its keys and the attributes it carries beside them (and the table's keys). */
type IndexShape = {
  name: string
  partitionKey: string
  sortKey: string
  projected: readonly string[]
}

/**
 * The table as plain data. Infrastructure builds it from this value and tests create the emulator's table from it,
 * so that neither can differ from what the repositories use. All keys are strings; items as in keys.ts.
 *
 * What everyone may see is projected into the index that shows it, and never a file. The lists of the administration
 * are projected as little as possible, since every change of a projected attribute is one more write; their rows are
 * read as last written. No index carries a user's lease, so that a heartbeat writes none.
 */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds. Expired items may stay readable for days: readers filter. */
  timeToLive: 'expiresAt',
  indexes: {
    /** Users, resources, cards and reports for the dashboard, newest first. */
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
     * The free videos, the accounts whose Premium flag is set (to count whose Premium holds), and what is kept elsewhere
     * about an account (audit entries, copies, used cards, days that stand out), newest first. Sparse.
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
  indexes: Record<string, IndexShape>
}
