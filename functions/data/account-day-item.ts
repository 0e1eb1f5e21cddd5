import * as v from 'valibot'
import { daysBefore } from '#shared/domain/days/moroccan-day.ts'
import { LONGEST_RETENTION } from '#shared/domain/retention.ts'
import type { AccountDay } from '#shared/entities/account-day.ts'
import { parseAccountDay } from './keys.ts'
import { parseItem, StoredKey } from './table/read.ts'
import type { Item } from './table/table-shape.ts'

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

export function parseDay(item: Item): AccountDay {
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

/** Returns the expiry of a day's item, in epoch seconds. */
export function expiry(day: string): number {
  return Date.parse(daysBefore(day, -LONGEST_RETENTION.accountDays - 1)) / 1_000
}
