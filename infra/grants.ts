import type { tableShape } from '#functions/data/table/table-shape.ts'

const ALL_ACTIONS = [
  'GetItem',
  'BatchGetItem',
  'Query',
  'PutItem',
  'UpdateItem',
  'DeleteItem',
  'ConditionCheckItem',
] as const
export type TableAction = (typeof ALL_ACTIONS)[number]

/** A transaction needs the permission of each of its parts. */
export type TableGrant = {
  actions: readonly TableAction[]
  /** `*` is a wildcard; every partition when left out. */
  partitions?: readonly string[]
  indexes?: readonly (keyof typeof tableShape.indexes)[]
}

const OF_ACCOUNTS = ['USER#*', 'ADDRESS#*', 'BLOCKED', 'BLOCKED_MAILBOXES', 'DELETIONS', 'COUNTERS'] as const

/**
 * Partitions are one set per function where it writes transactions, since IAM may evaluate a transaction by all of its
 * keys at once; a test judges the functions' real calls either way.
 */
export const tableGrants = {
  session: { actions: ['GetItem', 'UpdateItem'], partitions: ['USER#*', 'THROTTLE#*', 'DAYS#*'] },
  account: [
    {
      actions: ['GetItem', 'BatchGetItem', 'Query', 'PutItem', 'UpdateItem', 'DeleteItem'],
      partitions: [
        'USER#*',
        'DAYS#*',
        'ADDRESS#*',
        'BLOCKED',
        'ACCESS_CHANGES',
        'COPY#*',
        'CARD#*',
        'CARD_BATCHES',
        'LEDGER#*',
        'MAIL#*',
        'COUNTERS',
        'DELETIONS',
        'PUBLISHED_ANSWERS',
        'AUDIT',
        'ACTORS',
        'THROTTLE#*',
      ],
      indexes: ['sparse'],
    },
    // Writes neither settings nor the number of sign-ups of a day.
    { actions: ['GetItem'], partitions: ['SETTINGS', 'SIGN_UPS'] },
  ],
  // Does not write the documents and settings that it reads.
  progress: [
    {
      actions: ['GetItem', 'BatchGetItem', 'Query'],
      partitions: ['USER#*', 'SUBJECTS#*', 'RESOURCE#*', 'SETTINGS'],
    },
    {
      actions: ['PutItem', 'UpdateItem'],
      partitions: ['USER#*', 'DAYS#*', 'THROTTLE#*', 'PRACTICE_STATISTICS'],
    },
    // A new examination takes the place of the oldest one.
    { actions: ['DeleteItem'], partitions: ['USER#*'] },
  ],
  catalogue: {
    actions: ['GetItem', 'Query'],
    partitions: ['SUBJECTS#*', 'SHEETS', 'SETTINGS'],
    indexes: ['chapter', 'sparse'],
  },
  // Without transactions, reads and writes have separate statements.
  files: [
    { actions: ['GetItem', 'BatchGetItem'], partitions: ['USER#*', 'SUBJECTS#*', 'RESOURCE#*', 'PAPERS'] },
    // A printed paper has a code, as a personal copy has.
    { actions: ['UpdateItem'], partitions: ['THROTTLE#*', 'DAYS#*', 'OPENINGS#*', 'COPY#*'] },
  ],
  origin: { actions: ['GetItem'], partitions: ['SUBJECTS#*', 'RESOURCE#*'] },
  copies: [
    { actions: ['BatchGetItem'], partitions: ['USER#*', 'SUBJECTS#*', 'RESOURCE#*'] },
    { actions: ['UpdateItem'], partitions: ['COPY#*'] },
  ],
  admin: { actions: ALL_ACTIONS, indexes: ['newest', 'chapter', 'sparse'] },
  // Does not write the accounts that it reads, so that reads and writes have separate statements.
  documents: [
    {
      actions: ['GetItem', 'BatchGetItem', 'Query'],
      partitions: ['USER#*', 'SUBJECTS#*', 'RESOURCE#*', 'HEALTH', 'PROPOSALS', 'INBOX', 'OPENINGS#*'],
      indexes: ['newest'],
    },
    // Writes only the size and the number of pages of a document, and counts calls.
    { actions: ['UpdateItem'], partitions: ['SUBJECTS#*', 'RESOURCE#*', 'THROTTLE#*'] },
    { actions: ['PutItem', 'UpdateItem', 'DeleteItem'], partitions: ['HEALTH', 'PROPOSALS', 'INBOX'] },
    // Records refused attempts of admins who are not owners: audit entry, actor counter and count of attempts.
    { actions: ['PutItem', 'UpdateItem'], partitions: ['AUDIT', 'ACTORS', 'REFUSALS#*'] },
  ],
  /** The rights of `documents` without those of the guard, since a schedule invokes it. */
  checkDocuments: [
    {
      actions: ['BatchGetItem', 'Query'],
      partitions: ['SUBJECTS#*', 'RESOURCE#*', 'HEALTH', 'PROPOSALS', 'INBOX'],
      indexes: ['newest'],
    },
    { actions: ['UpdateItem'], partitions: ['SUBJECTS#*', 'RESOURCE#*'] },
    { actions: ['PutItem', 'UpdateItem', 'DeleteItem'], partitions: ['HEALTH', 'PROPOSALS', 'INBOX'] },
  ],
  // Writes of a document only what its file says, and lists PDFs that are prepared and documents that cannot be.
  preparation: [
    {
      actions: ['GetItem', 'BatchGetItem', 'Query'],
      partitions: ['SUBJECTS#*', 'RESOURCE#*', 'PAPERS'],
      indexes: ['newest'],
    },
    { actions: ['UpdateItem'], partitions: ['SUBJECTS#*', 'RESOURCE#*'] },
    { actions: ['UpdateItem', 'DeleteItem'], partitions: ['PAPERS', 'PREPARATIONS', 'HEALTH'] },
  ],
  publisher: [
    {
      actions: ['GetItem', 'BatchGetItem', 'Query'],
      partitions: ['SUBJECTS#*', 'RESOURCE#*', 'SHEETS', 'SETTINGS', 'PUBLISHED_ANSWERS'],
      indexes: ['newest'],
    },
    { actions: ['UpdateItem'], partitions: ['PUBLICATION'] },
  ],
  mails: [
    { actions: ['BatchGetItem'], partitions: ['USER#*'], indexes: ['sparse'] },
    { actions: ['PutItem'], partitions: ['MAIL#*'] },
  ],
  preSignUp: [
    { actions: ['BatchGetItem'], partitions: ['BLOCKED', 'BLOCKED_MAILBOXES'] },
    { actions: ['UpdateItem'], partitions: ['SIGN_UP_PROOF#*', 'SIGN_UPS'] },
  ],
  postConfirmation: { actions: ['PutItem', 'UpdateItem', 'ConditionCheckItem'], partitions: OF_ACCOUNTS },
  postAuthentication: {
    actions: ['GetItem', 'PutItem', 'UpdateItem', 'ConditionCheckItem'],
    partitions: [...OF_ACCOUNTS, 'AUDIT', 'ACTORS'],
  },
  reconcileAccounts: {
    actions: ALL_ACTIONS,
    partitions: [
      'USER#*',
      'ADDRESS#*',
      'BLOCKED',
      'BLOCKED_MAILBOXES',
      'DELETIONS',
      'PUBLISHED_ANSWERS',
      'ACCESS_CHANGES',
      'COUNTERS',
      'AUDIT',
      'ACTORS',
    ],
  },
} as const satisfies Record<string, TableGrant | readonly TableGrant[]>
