import * as v from 'valibot'
import type { Table } from './client.ts'
import { type ThrottleSubject, throttleKey } from './keys.ts'
import { parseItem } from './read.ts'
import { update } from './write.ts'

/** Counts are of no use once their window is over; the minutes are for clocks that differ. Milliseconds. */
const KEPT_MS = 5 * 60_000

const StoredCount = v.object({ count: v.number() })

/** How often routes were called within a window of time. */
export function createThrottles(table: Table) {
  /**
   * Counts one call. One update without a condition: 1 write unit; an attempt that the SDK repeats may count twice.
   * @param window its first instant
   * @returns the calls of this window so far, this one included
   */
  async function countCall(subject: ThrottleSubject, window: Date): Promise<number> {
    const counted = await update(table, {
      Key: throttleKey(subject, window),
      UpdateExpression: 'SET expiresAt = :expires ADD #count :one',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':expires': Math.ceil((window.getTime() + KEPT_MS) / 1000), ':one': 1 },
    })
    return parseItem(StoredCount, counted).count
  }

  return { countCall }
}

export type Throttles = ReturnType<typeof createThrottles>
