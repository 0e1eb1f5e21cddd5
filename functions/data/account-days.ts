import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import type { AccountDay } from '#shared/entities/account-day.ts'
import { accountDayKey, accountDaysPartition, parseAccountDay, WATCHED, watchedIndexKeys } from './keys.ts'
import type { Table } from './table/client.ts'
import { queryAll, queryPage } from './table/query.ts'
import { parseItem, StoredKey } from './table/read.ts'
import { type Item, tableShape } from './table/table-shape.ts'
import { changePart, type TransactionPart } from './table/transaction.ts'
import { update, updateIf } from './table/write.ts'

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
 * Counts what accounts do, in one item for each account and Moroccan day. Documents are kept as digests of 24 bits:
 * among a hundred documents, one in 100,000 further ones is mistaken for one of them.
 */
export function createAccountDays(table: Table) {
  async function countDeviceChange(userId: string, now: Date): Promise<AccountDay> {
    const day = moroccanDay(now)
    const change = { set: { expiresAt: expiry(day) }, add: { deviceChanges: 1 } }
    return parseDay(await update(table, accountDayKey(userId, day), change))
  }

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

const Texts = v.optional(v.set(v.string()), () => new Set<string>())
const StoredDay = v.object({
  ...StoredKey.entries,
  documents: Texts,
  networks: Texts,
  browsers: Texts,
  deviceChanges: v.optional(v.number(), 0),
  networksAlternate: v.optional(v.boolean(), false),
  gsi3pk: v.optional(v.string()),
})

function parseDay(item: Item): AccountDay {
  const { pk, sk, documents, networks, browsers, gsi3pk, ...day } = parseItem(StoredDay, item)
  return {
    ...day,
    day: parseAccountDay({ pk, sk }).day,
    documents: documents.size,
    networks: networks.size,
    browsers: [...browsers],
    standsOut: gsi3pk !== undefined,
  }
}

function expiry(day: string): number {
  return Date.parse(daysBefore(day, -LONGEST_RETENTION.accountDays - 1)) / 1_000
}

export type AccountCall = {
  /** `f` for documents, `s` for the session: it begins the names of the item's attributes. */
  counter: 'f' | 's'
  /** Calls of this counter within a minute of the clock at most. */
  perMinute: number
  document: string | null
  /** Different documents of a day at most; null without a limit. */
  documentsPerDay: number | null
  network: string
  browser: string
}

type CountOutcome =
  | { outcome: 'counted'; day: AccountDay }
  | { outcome: 'minute full' }
  | { outcome: 'day full' }

const HAS_ROOM = `(attribute_not_exists(documents) OR contains(documents, :document)
  OR size(documents) < :documentsPerDay)`

/** One conditional update; a repeated call is counted twice, its document once. */
async function countCall(table: Table, userId: string, now: Date, call: AccountCall): Promise<CountOutcome> {
  const day = moroccanDay(now)
  const { perMinute, documentsPerDay } = call
  const { current, outdated } = counters(call.counter, now)
  const document = call.document === null ? undefined : digest(call.document)
  const hasCalls = `attribute_not_exists(${current}) OR ${current} < :perMinute`
  const isLimited = document !== undefined && documentsPerDay !== null
  const counted = await updateIf(table, accountDayKey(userId, day), {
    set: { expiresAt: expiry(day), ...Object.fromEntries(outdated.map((name) => [name, undefined])) },
    add: {
      [current]: 1,
      networks: new Set([call.network]),
      browsers: new Set([call.browser]),
      documents: document && new Set([document]),
    },
    where: isLimited ? `(${hasCalls}) AND ${HAS_ROOM}` : hasCalls,
    values: { perMinute, ...(isLimited && { document, documentsPerDay }) },
  })
  if (counted.outcome === 'done') return { outcome: 'counted', day: parseDay(counted.item) }
  const calls = Number(counted.found?.[current] ?? 0)
  return { outcome: calls >= perMinute ? 'minute full' : 'day full' }
}

const MINUTES = 24 * 60

/** The previous minute is kept, since another function's clock may be late; earlier ones are removed. */
function counters(counter: string, now: Date): { current: string; outdated: string[] } {
  const minute = Math.floor(now.getTime() / 60_000)
  const nameAt = (index: number) => `${counter}${index % MINUTES}`
  return {
    current: nameAt(minute),
    outdated: Array.from({ length: 58 }, (_, index) => nameAt(minute - 2 - index)),
  }
}

function digest(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 4)
}
