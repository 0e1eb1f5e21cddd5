import type { StoredItem } from './stored-item.ts'
import type { Digest } from './table-digest.ts'

/** A backup that was read to its end and is whole. */
export type BackupSource = {
  /** The stage that it was taken of; null when nobody knows. */
  stage: string | null
  table: string
  /** ISO 8601. */
  takenAt: string
  digest: Digest
  /** Accounts listed in it; null when it lists none. */
  accounts: number | null
  /** Tells this backup from every other. */
  fingerprint: string
  /** The items, from the beginning, in an order that is always the same. */
  items(): AsyncIterable<StoredItem>
}
