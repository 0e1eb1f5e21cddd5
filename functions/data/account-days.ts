import { createHash } from 'node:crypto'
import * as v from 'valibot'
import { daysBefore, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import type { AccountDay } from '#shared/entities/account-day.ts'
import { accountDayKey, accountDaysPartition, parseAccountDay, WATCHED, watchedIndexKeys } from './keys.ts'
import type { Table } from './table/client.ts'
import { parseItem, queryAll, queryPage, StoredKey } from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import { type TransactionPart, update, updateIf } from './table/write.ts'

/** Days for which the item of a day is kept after it. */
export const KEPT_DAYS = LONGEST_RETENTION.accountDays

/** One limited call of an account. */
export type AccountCall = {
  /**
   * The counter: `f` for documents, `s` for the session. One letter, since it begins the names of the item's
   * attributes.
   */
  counter: 'f' | 's'
  /** Calls of this counter within a minute of the clock at most. */
  perMinute: number
  /** The document that the call opens; null when it opens none that counts. */
  document: string | null
  /** Different documents of a day at most; null without a limit. */
  documentsPerDay: number | null
  /** Short digest of the caller's network. */
  network: string
  browser: string
}

/** Result of counting a call. A refused call is not counted. */
type CountOutcome =
  | { outcome: 'counted'; day: AccountDay }
  | { outcome: 'minute full' }
  | { outcome: 'day full' }

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

/**
 * Returns the write that counts something in an account's day unless the day is full, for the transaction that it
 * belongs to.
 */
export function accountDayPart(
  { name }: Table,
  userId: string,
  day: string,
  { counter, most }: { counter: 'reports' | 'paymentRequests'; most: number },
): TransactionPart {
  return {
    Update: {
      TableName: name,
      Key: accountDayKey(userId, day),
      UpdateExpression: 'SET expiresAt = :expires ADD #counter :one',
      ConditionExpression: 'attribute_not_exists(#counter) OR #counter < :most',
      ExpressionAttributeNames: { '#counter': counter },
      ExpressionAttributeValues: { ':expires': expiry(day), ':one': 1, ':most': most },
    },
  }
}

/**
 * Counts what accounts do, in one item for each account and Moroccan day. An item stays below a kilobyte, so that a
 * count is one write unit. Documents are kept as digests of 24 bits: among a hundred documents, one in 100,000 further
 * ones is mistaken for one of them.
 */
export function createAccountDays(table: Table) {
  /**
   * Counts a call with its document, network and browser, unless the limit of the minute or of the day's documents is
   * reached. One conditional update; a repeated call is counted twice, its document once.
   */
  async function countCall(userId: string, now: Date, call: AccountCall): Promise<CountOutcome> {
    const day = moroccanDay(now)
    const { current, outdated } = counters(call.counter, now)
    const opened = call.document === null ? null : digest(call.document)
    const conditions = [`(attribute_not_exists(${current}) OR ${current} < :perMinute)`]
    if (opened !== null && call.documentsPerDay !== null)
      conditions.push(
        '(attribute_not_exists(documents) OR contains(documents, :document) OR size(documents) < :perDay)',
      )
    const counted = await updateIf(table, {
      Key: accountDayKey(userId, day),
      UpdateExpression: `SET expiresAt = :expires
        ADD ${current} :one, networks :networks, browsers :browsers${opened === null ? '' : ', documents :documents'}
        REMOVE ${outdated.join(', ')}`,
      ConditionExpression: conditions.join(' AND '),
      ExpressionAttributeValues: {
        ':expires': expiry(day),
        ':one': 1,
        ':perMinute': call.perMinute,
        ':networks': new Set([call.network]),
        ':browsers': new Set([call.browser]),
        ...(opened !== null && { ':documents': new Set([opened]) }),
        ...(conditions.length > 1 && { ':document': opened, ':perDay': call.documentsPerDay }),
      },
    })
    if (counted.outcome === 'done') return { outcome: 'counted', day: parseDay(counted.item) }
    const calls = Number(counted.found?.[current] ?? 0)
    return { outcome: calls >= call.perMinute ? 'minute full' : 'day full' }
  }

  /** Counts that another browser took the session over. One update without a condition. */
  async function countDeviceChange(userId: string, now: Date): Promise<AccountDay> {
    const day = moroccanDay(now)
    const counted = await update(table, {
      Key: accountDayKey(userId, day),
      UpdateExpression: 'SET expiresAt = :expires ADD deviceChanges :one',
      ExpressionAttributeValues: { ':expires': expiry(day), ':one': 1 },
    })
    return parseDay(counted)
  }

  /**
   * Notes that two networks alternate, and puts the day on the list of days that stand out. One update, and one of the
   * index.
   */
  async function noteAlternatingNetworks(userId: string, now: Date): Promise<void> {
    const day = moroccanDay(now)
    const { gsi3pk, gsi3sk } = watchedIndexKeys(userId, day)
    await update(table, {
      Key: accountDayKey(userId, day),
      UpdateExpression:
        'SET expiresAt = :expires, networksAlternate = :true, gsi3pk = :list, gsi3sk = :position',
      ExpressionAttributeValues: {
        ':expires': expiry(day),
        ':true': true,
        ':list': gsi3pk,
        ':position': gsi3sk,
      },
    })
  }

  /** Puts a day on the list of days that stand out. One update, and one of the index. */
  async function watch(userId: string, day: string): Promise<void> {
    const { gsi3pk, gsi3sk } = watchedIndexKeys(userId, day)
    await update(table, {
      Key: accountDayKey(userId, day),
      UpdateExpression: 'SET gsi3pk = :list, gsi3sk = :position',
      ExpressionAttributeValues: { ':list': gsi3pk, ':position': gsi3sk },
    })
  }

  /** Takes a day off the list of days that stand out. One update, and one of the index. */
  async function unwatch(userId: string, day: string): Promise<void> {
    await update(table, { Key: accountDayKey(userId, day), UpdateExpression: 'REMOVE gsi3pk, gsi3sk' })
  }

  /** Returns the days of an account from `from` on, newest first. One query. */
  async function listDays(userId: string, from: string): Promise<AccountDay[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :days AND sk >= :from',
      ExpressionAttributeValues: { ':days': accountDaysPartition(userId), ':from': from },
      ScanIndexForward: false,
    })
    return items.map(parseDay)
  }

  /** Returns the accounts of the newest days that stand out, at most `limit` days, from `from` on. One query. */
  async function listWatched(from: string, limit: number): Promise<string[]> {
    const { name, partitionKey, sortKey } = tableShape.indexes.sparse
    const { items } = await queryPage(table, {
      IndexName: name,
      KeyConditionExpression: `${partitionKey} = :list AND ${sortKey} >= :from`,
      ExpressionAttributeValues: { ':list': WATCHED, ':from': from },
      ScanIndexForward: false,
      Limit: limit,
    })
    return [...new Set(items.map((item) => parseAccountDay(parseItem(StoredKey, item)).userId))]
  }

  return { countCall, countDeviceChange, noteAlternatingNetworks, watch, unwatch, listDays, listWatched }
}

export type AccountDays = ReturnType<typeof createAccountDays>

function parseDay(item: Record<string, unknown>): AccountDay {
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

const MINUTES = 24 * 60

/**
 * Returns the attribute that counts the calls of this minute, and the attributes of the hour before, which are removed
 * so that the item stays small. The previous minute is kept, since another function's clock may be late.
 */
function counters(counter: string, now: Date): { current: string; outdated: string[] } {
  const minute = Math.floor(now.getTime() / 60_000)
  const nameAt = (index: number) => `${counter}${index % MINUTES}`
  return {
    current: nameAt(minute),
    outdated: Array.from({ length: 58 }, (_, index) => nameAt(minute - 2 - index)),
  }
}

/** Epoch seconds. */
function expiry(day: string): number {
  return Date.parse(daysBefore(day, -KEPT_DAYS - 1)) / 1_000
}

/** Returns 24 bits of the hash of a name, as four characters. */
export function digest(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 4)
}
