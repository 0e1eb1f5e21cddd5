import * as v from 'valibot'
import { mondayOf, moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { isPremiumNow } from '#shared/domain/premium/premium.ts'
import type { User } from '#shared/entities/user.ts'
import { COUNTERS, resourceCounterKey, USER_COUNTERS, userCounterKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { listPartition } from './table/query.ts'
import { changePart, type TransactionPart } from './table/transaction.ts'
import { update } from './table/write.ts'

const SIGN_UPS = 'signUps:'
const ACTIVATIONS = 'activations:'

/** Blocked accounts are not counted. */
export function signUpPart(table: Table, { id, createdAt }: Pick<User, 'id' | 'createdAt'>): TransactionPart {
  const week = `${SIGN_UPS}${weekOf(new Date(createdAt))}`
  return changePart(table, userCounterKey(id), { add: { count: 1, [week]: 1 } })
}

export function userCountingPart(table: Table, id: string, by: 1 | -1): TransactionPart {
  return changePart(table, userCounterKey(id), { add: { count: by } })
}

export function activationParts(table: Table, before: User, after: User, at: Date): TransactionPart[] {
  if (isPremiumNow(before, at) || !isPremiumNow(after, at)) return []
  const week = `${ACTIVATIONS}${weekOf(at)}`
  // A new shard gets its count as well, without which it is no counter.
  return [changePart(table, userCounterKey(after.id), { add: { count: 0, [week]: 1 } })]
}

export function resourceCountingPart(table: Table, by: number): TransactionPart {
  return changePart(table, resourceCounterKey, { add: { count: by } })
}

function weekOf(instant: Date): string {
  return mondayOf(moroccanDay(instant))
}

const Counter = v.looseObject({ pk: v.string(), sk: v.string(), count: v.number() })
type Counter = v.InferOutput<typeof Counter>

export function createCounters(table: Table) {
  async function readAll() {
    const counters = await list()
    return {
      users: sumOf(counters.filter(({ sk }) => sk.startsWith(USER_COUNTERS))),
      resources: sumOf(counters.filter(({ sk }) => sk === resourceCounterKey.sk)),
      signUps: weeklyFigures(counters, SIGN_UPS),
      activations: weeklyFigures(counters, ACTIVATIONS),
    }
  }

  const list = (prefix?: string) =>
    listPartition(table, Counter, { partition: COUNTERS, ...(prefix !== undefined && { prefix }) })

  return {
    readAll,
    countUsers: async () => sumOf(await list(USER_COUNTERS)),
    countResources: async () => sumOf(await list(resourceCounterKey.sk)),
    /** Counts resources that were written without a transaction, for seeding. */
    addResources: (by: number) => update(table, resourceCounterKey, { add: { count: by } }),
  }
}

function sumOf(counters: readonly Counter[]): number {
  return counters.reduce((sum, { count }) => sum + count, 0)
}

function weeklyFigures(counters: readonly Counter[], prefix: string): ReadonlyMap<string, number> {
  const figures = new Map<string, number>()
  for (const [name, value] of counters.flatMap((counter) => Object.entries(counter))) {
    if (!name.startsWith(prefix) || typeof value !== 'number') continue
    const week = name.slice(prefix.length)
    figures.set(week, (figures.get(week) ?? 0) + value)
  }
  return figures
}
