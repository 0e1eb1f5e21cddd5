import * as v from 'valibot'
import { type ThrottleSubject, throttleKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { parseItem } from './table/read.ts'
import { changePart, type TransactionPart } from './table/transaction.ts'
import { update } from './table/write.ts'

/** A count is needed until its window is over; the extra minutes allow for clocks that differ. Milliseconds. */
const KEPT_MS = 5 * 60_000

/** A window of time; `end` is the first instant after it. */
export type Window = { start: Date; end: Date }

/** Returns the window that contains an instant, by the server's clock. */
export function windowAt(now: Date, lengthMs: number): Window {
  const start = now.getTime() - (now.getTime() % lengthMs)
  return { start: new Date(start), end: new Date(start + lengthMs) }
}

const StoredCount = v.object({ count: v.number() })

/** Returns the write that counts something in a window of time unless it is full, for a transaction. */
export function countPart(
  table: Table,
  subject: ThrottleSubject,
  { window: { start, end }, most }: { window: Window; most: number },
): TransactionPart {
  return changePart(table, throttleKey(subject, start), {
    set: { expiresAt: expiry(end) },
    add: { count: 1 },
    where: 'attribute_not_exists(#count) OR #count < :most',
    values: { most },
  })
}

const expiry = (end: Date) => Math.ceil((end.getTime() + KEPT_MS) / 1000)

/** Counts calls of routes within windows of time. */
export function createThrottles(table: Table) {
  /**
   * Counts one call; `by` -1 takes one back. One update without a condition: 1 write unit; a repetition by the SDK may
   * count twice.
   * @returns the calls of this window so far, including this one
   */
  async function countCall(
    subject: ThrottleSubject,
    { start, end }: Window,
    by: 1 | -1 = 1,
  ): Promise<number> {
    const change = { set: { expiresAt: expiry(end) }, add: { count: by } }
    return parseItem(StoredCount, await update(table, throttleKey(subject, start), change)).count
  }

  return { countCall }
}
