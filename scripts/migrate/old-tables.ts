/** The old site's tables that are moved, in this order: an address is blocked once its account is there. */
export const OLD_TABLES = [
  'profiles',
  'blocked_users',
  'bac_subjects',
  'resources',
  'admin_audit_logs',
] as const
export type OldTable = (typeof OLD_TABLES)[number]

/** The columns that are read (specification, section 3). Any other is named in the report. */
export const COLUMNS: Record<OldTable, readonly string[]> = {
  profiles: ['id', 'email', 'is_premium', 'is_admin', 'created_at'],
  blocked_users: ['email', 'reason', 'blocked_at', 'blocked_by'],
  bac_subjects: ['id', 'track', 'year', 'session', 'file_path'],
  resources: [
    'id',
    'title',
    'description',
    'track',
    'theme',
    'chapter',
    'year',
    'session',
    'resource_type',
    'type',
    'file_path',
    'is_free',
    'thumbnail',
    'created_at',
  ],
  admin_audit_logs: [
    'id',
    'created_at',
    'admin_email',
    'action_type',
    'target_email',
    'old_values',
    'new_values',
  ],
}

/** A row of an old table. */
export type OldRow = {
  /** 'profiles.csv, ligne 12' */
  place: string
  /** Every column that is read; null where the row has nothing. */
  cells: Record<string, unknown>
}

/** What a file holds of one table. */
export type OldFile = {
  table: OldTable
  file: string
  rows: readonly OldRow[]
  /** Rows that could not even be read. */
  unreadable: readonly { place: string; reason: string }[]
  /** Columns that the file has and nobody reads. */
  otherColumns: readonly string[]
}
