import { tableShape } from '#functions/data/table-shape.ts'
import type { StoredItem } from './stored-item.ts'

/**
 * Whether DynamoDB may have removed an item by itself at `now`: call counts of throttles and deletions that are done. Such
 * items are neither restored nor compared; those who read them leave them out as well.
 */
export function isExpired(item: StoredItem, now: Date): boolean {
  const seconds = item[tableShape.timeToLive]?.N
  return seconds !== undefined && Number(seconds) * 1000 <= now.getTime()
}
