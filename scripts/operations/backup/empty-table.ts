import { tableShape } from '#functions/data/table-shape.ts'
import { fromTheStart, type StoredTable, scanTable } from './scan-table.ts'
import type { StoredItem } from './stored-item.ts'
import { writeItems } from './write-items.ts'

/**
 * Deletes every item of a table and keeps the table: its name, its protection and the 35 days to which it can be turned
 * back, this deletion included. A run that broke off is finished by the next one.
 * @throws the signal's reason when asked to stop
 */
export async function emptyTable(
  table: StoredTable,
  { segments, signal, onItems }: { segments: number; signal: AbortSignal; onItems?: (items: number) => void },
): Promise<void> {
  await scanTable(table, {
    positions: fromTheStart(segments),
    signal,
    onPage: async ({ items }) => {
      await writeItems(
        table,
        items.map((item) => ({ remove: keyOf(item) })),
      )
      onItems?.(items.length)
    },
  })
}

/** The part of an item that tells it from every other. */
export function keyOf({
  [tableShape.partitionKey]: partition,
  [tableShape.sortKey]: sort,
}: StoredItem): StoredItem {
  if (!partition || !sort) throw new Error("Un élément n'a pas de clé")
  return { [tableShape.partitionKey]: partition, [tableShape.sortKey]: sort }
}
