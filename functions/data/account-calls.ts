import { createHash } from 'node:crypto'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import type { AccountDay } from '#shared/entities/account-day.ts'
import { expiry, parseDay } from './account-day-item.ts'
import { accountDayKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { updateIf } from './table/write.ts'

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

/** Condition that the day's documents are below their limit, or contain the document. */
const HAS_ROOM = `(attribute_not_exists(documents) OR contains(documents, :document)
  OR size(documents) < :documentsPerDay)`

/**
 * Counts a call with its document, network and browser, unless the limit of the minute or of the day's documents is
 * reached. One conditional update; a repeated call is counted twice, its document once.
 */
export async function countCall(
  table: Table,
  userId: string,
  now: Date,
  call: AccountCall,
): Promise<CountOutcome> {
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

/** Returns 24 bits of the hash of a name, as four characters. */
function digest(name: string): string {
  return createHash('sha256').update(name).digest('base64url').slice(0, 4)
}
