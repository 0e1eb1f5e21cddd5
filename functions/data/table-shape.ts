/** One global secondary index: its keys and the attributes it carries beside them (and the table's keys). */
export type IndexShape = {
  name: string
  partitionKey: string
  sortKey: string
  projected: readonly string[]
}

/**
 * The table as plain data. Infrastructure builds it from this value and tests create the emulator's table from it,
 * so that neither can differ from what the repositories use. All keys are strings; items as in keys.ts.
 *
 * DynamoDB allows 20 projected attributes an index and 100 a table; `newest` serves users and resources and is full. The lease of a user (`session`) is projected nowhere, so that a heartbeat writes no index: resources
 * therefore keep their exam session as `examSession`.
 */
export const tableShape = {
  partitionKey: 'pk',
  sortKey: 'sk',
  /** Epoch seconds. Expired items may stay readable for days: readers filter. */
  timeToLive: 'expiresAt',
  indexes: {
    /** Users and resources for the dashboard, newest first. */
    newest: {
      name: 'gsi1',
      partitionKey: 'gsi1pk',
      sortKey: 'gsi1sk',
      projected: [
        'id',
        'email',
        'isPremium',
        'premiumUntil',
        'isAdmin',
        'createdAt',
        'updatedAt',
        'title',
        'description',
        'track',
        'theme',
        'chapter',
        'year',
        'examSession',
        'resourceType',
        'type',
        'file',
        'isFree',
        'thumbnail',
        'payment',
      ],
    },
    /** The resources of a chapter, year descending; carries no file. */
    chapter: {
      name: 'gsi2',
      partitionKey: 'gsi2pk',
      sortKey: 'gsi2sk',
      projected: [
        'id',
        'title',
        'year',
        'examSession',
        'resourceType',
        'type',
        'isFree',
        'available',
        'size',
        'pages',
      ],
    },
    /** The free videos, and the accounts whose Premium flag is set, newest first; carries no file. Sparse. */
    sparse: {
      name: 'gsi3',
      partitionKey: 'gsi3pk',
      sortKey: 'gsi3sk',
      projected: [
        'id',
        'title',
        'description',
        'track',
        'theme',
        'chapter',
        'year',
        'examSession',
        'thumbnail',
        'createdAt',
        'email',
        'isPremium',
        'premiumUntil',
        'isAdmin',
        'payment',
        'updatedAt',
      ],
    },
  },
} as const satisfies {
  partitionKey: string
  sortKey: string
  timeToLive: string
  indexes: Record<string, IndexShape>
}
