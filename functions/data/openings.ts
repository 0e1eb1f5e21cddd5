import * as v from 'valibot'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { openingsKey, openingsPartition } from './keys.ts'
import type { Table } from './table/client.ts'
import { listPartition } from './table/query.ts'
import { update } from './table/write.ts'

/** Counted from the 28th of a month, so that the oldest month of a period of 365 days is complete. */
const KEPT_DAYS = 400

export type OpeningSums = ReadonlyMap<string, number>

const StoredMonth = v.objectWithRest({ pk: v.string(), sk: v.string() }, v.unknown())

/** One item for each month and document, with a number for each day. It names no account. */
export function createOpenings(table: Table) {
  /** `by` -1 takes an opening back. */
  async function count(documentId: string, now: Date, by: 1 | -1 = 1): Promise<void> {
    const day = moroccanDay(now)
    const change = { set: { expiresAt: expiry(day) }, add: { [attributeOf(day)]: by } }
    await update(table, openingsKey(monthOf(day), documentId), change)
  }

  /** @param since the first day that counts for a document; undefined: all days */
  async function sumLastDays(
    now: Date,
    days: number,
    since: (documentId: string) => string | undefined = () => undefined,
  ): Promise<OpeningSums> {
    const today = moroccanDay(now)
    const allDays = Array.from({ length: days }, (_, index) => daysBefore(today, index))
    const months = Map.groupBy(allDays, monthOf)
    const sums = new Map<string, number>()
    await Promise.all(
      [...months].map(async ([month, daysOfMonth]) => {
        const partition = openingsPartition(month)
        for (const { sk, ...counts } of await listPartition(table, StoredMonth, { partition })) {
          const counted = daysOfMonth.filter((day) => day >= (since(sk) ?? ''))
          const sum = counted.reduce((total, day) => total + Number(counts[attributeOf(day)] ?? 0), 0)
          if (sum > 0) sums.set(sk, (sums.get(sk) ?? 0) + sum)
        }
      }),
    )
    return sums
  }

  return { count, sumLastDays }
}

const monthOf = (day: string) => day.slice(0, 7)
/** '2026-03-09' gives 'd09'. */
const attributeOf = (day: string) => `d${day.slice(8)}`

/** Epoch seconds, the same for all days of a month. */
function expiry(day: string): number {
  return Date.parse(daysBefore(`${monthOf(day)}-28`, -KEPT_DAYS)) / 1_000
}
