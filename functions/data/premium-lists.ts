import * as v from 'valibot'
import { moroccanDay, startOfDay } from '#shared/domain/days/moroccan-day.ts'
import type { User } from '#shared/entities/user.ts'
import { PREMIUM } from './keys.ts'
import type { Table } from './table/client.ts'
import { countPartition, listPartition } from './table/query.ts'
import { readBatch, StoredKey } from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import { StoredUser, userKind } from './user-kind.ts'

const StoredEnd = v.object({ ...StoredKey.entries, ...v.pick(StoredUser, ['premiumUntil']).entries })

/**
 * Reads the accounts that are flagged Premium and not blocked. Each list is a query for each megabyte of the index, some
 * 5,000 accounts.
 */
export function createPremiumLists(table: Table) {
  const flagged = { index: tableShape.indexes.sparse, partition: PREMIUM }

  /** Returns the number of accounts that are Premium at `now`. */
  async function countPremium(now: Date): Promise<number> {
    const today = moroccanDay(now)
    return countPartition(table, {
      ...flagged,
      filter: {
        seen: { blockedAt: undefined },
        // The values are compared as texts, since earlier versions stored the instant at which Premium ended: later days
        // and later instants come after the instant at which today began, and earlier ones before it.
        where: 'attribute_not_exists(premiumUntil) OR premiumUntil = :today OR premiumUntil > :beginning',
        values: { today, beginning: startOfDay(today).toISOString() },
      },
    })
  }

  const listEnds = () =>
    listPartition(table, StoredEnd, {
      ...flagged,
      filter: { seen: { blockedAt: undefined } },
      attributes: ['pk', 'sk', 'premiumUntil'],
    })

  /** Returns the last day of Premium of each account, also a past day; null has no end. */
  async function listPremiumEnds(): Promise<(string | null)[]> {
    return (await listEnds()).map(({ premiumUntil }) => premiumUntil)
  }

  /** Returns the accounts whose Premium ends on one of these days, with a batch for each hundred of them. */
  async function listPremiumEndingOn(days: readonly string[]): Promise<User[]> {
    const keys = (await listEnds())
      .filter(({ premiumUntil }) => premiumUntil !== null && days.includes(premiumUntil))
      .map(({ pk, sk }) => ({ pk, sk }))
    return (await readBatch(table, keys)).map(userKind.parse)
  }

  return { countPremium, listPremiumEnds, listPremiumEndingOn }
}
