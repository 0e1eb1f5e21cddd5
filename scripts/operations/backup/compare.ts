import { isExpired } from './expiry.ts'
import { fromTheStart, type StoredTable, scanTable } from './scan-table.ts'
import { type Digest, TableDigest } from './table-digest.ts'
import type { Write } from './write-items.ts'

export type CompareOptions = {
  now: Date
  segments: number
  signal: AbortSignal
  onItems?: (items: number) => void
}

export type Comparison = { backup: Digest; table: Digest }

/**
 * Counts and checksums of what a backup comes to, and of a table. Both leave out what has expired.
 * Nobody may write to the table meanwhile.
 */
export async function compare(
  table: StoredTable,
  writes: AsyncIterable<Write>,
  { now, segments, signal, onItems }: CompareOptions,
): Promise<Comparison> {
  const expected = new TableDigest()
  for await (const write of writes) if ('put' in write && !isExpired(write.put, now)) expected.add(write.put)
  const found = new TableDigest()
  await scanTable(table, {
    positions: fromTheStart(segments),
    signal,
    onPage: ({ items }) => {
      for (const item of items) if (!isExpired(item, now)) found.add(item)
      onItems?.(items.length)
    },
  })
  return { backup: expected.value, table: found.value }
}
