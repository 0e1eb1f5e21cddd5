import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import type { AccountDay } from '#shared/entities/account-day.ts'
import { type AccountCall, countCall } from './account-calls.ts'
import { expiry, parseDay } from './account-day-item.ts'
import { accountDayKey, accountDaysPartition, parseAccountDay, WATCHED, watchedIndexKeys } from './keys.ts'
import type { Table } from './table/client.ts'
import { queryAll, queryPage } from './table/query.ts'
import { parseItem, StoredKey } from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import { changePart, type TransactionPart } from './table/transaction.ts'
import { update } from './table/write.ts'

/** Returns the write that counts something in an account's day unless the day is full. */
export function accountDayPart(
  table: Table,
  userId: string,
  day: string,
  { counter, most }: { counter: 'reports' | 'paymentRequests'; most: number },
): TransactionPart {
  return changePart(table, accountDayKey(userId, day), {
    set: { expiresAt: expiry(day) },
    add: { [counter]: 1 },
    where: `attribute_not_exists(${counter}) OR ${counter} < :most`,
    values: { most },
  })
}

/**
 * Counts what accounts do, in one item for each account and Moroccan day. An item stays below a kilobyte, so that a
 * count is one write unit. Documents are kept as digests of 24 bits: among a hundred documents, one in 100,000 further
 * ones is mistaken for one of them.
 */
export function createAccountDays(table: Table) {
  async function countDeviceChange(userId: string, now: Date): Promise<AccountDay> {
    const day = moroccanDay(now)
    const change = { set: { expiresAt: expiry(day) }, add: { deviceChanges: 1 } }
    return parseDay(await update(table, accountDayKey(userId, day), change))
  }

  /** Notes that two networks alternate, and puts the day on the list of days that stand out. */
  async function noteAlternatingNetworks(userId: string, now: Date): Promise<void> {
    const day = moroccanDay(now)
    const set = { expiresAt: expiry(day), networksAlternate: true, ...watchedIndexKeys(userId, day) }
    await update(table, accountDayKey(userId, day), { set })
  }

  const watch = (userId: string, day: string) =>
    update(table, accountDayKey(userId, day), { set: watchedIndexKeys(userId, day) })

  const unwatch = (userId: string, day: string) =>
    update(table, accountDayKey(userId, day), { set: { gsi3pk: undefined, gsi3sk: undefined } })

  async function listDays(userId: string, from: string): Promise<AccountDay[]> {
    const partition = accountDaysPartition(userId)
    return (await queryAll(table, { partition, from, isDescending: true })).map(parseDay)
  }

  /** Returns the accounts of the newest days that stand out, at most `limit` days, from `from` on. */
  async function listWatched(from: string, limit: number): Promise<string[]> {
    const { items } = await queryPage(table, {
      index: tableShape.indexes.sparse,
      partition: WATCHED,
      from,
      isDescending: true,
      limit,
    })
    return [...new Set(items.map((item) => parseAccountDay(parseItem(StoredKey, item)).userId))]
  }

  return {
    countCall: (userId: string, now: Date, call: AccountCall) => countCall(table, userId, now, call),
    countDeviceChange,
    noteAlternatingNetworks,
    watch,
    unwatch,
    listDays,
    listWatched,
  }
}

export type AccountDays = ReturnType<typeof createAccountDays>
