import * as v from 'valibot'
import { moroccanDay, weekStart } from '#shared/domain/days/moroccan-day.ts'
import { isPremiumNow } from '#shared/domain/premium/premium.ts'
import type { User } from '#shared/entities/user.ts'
import { COUNTERS, resourceCounterKey, USER_COUNTERS, userCounterKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { listPartition } from './table/query.ts'
import { changePart, type TransactionPart } from './table/transaction.ts'
import { update } from './table/write.ts'

const SIGN_UPS = 'signUps:'
const ACTIVATIONS = 'activations:'

/** Returns the write that counts a new account, and its sign-up in the week. Blocked accounts are not counted. */
export function signUpPart(table: Table, { id, createdAt }: Pick<User, 'id' | 'createdAt'>): TransactionPart {
  const week = `${SIGN_UPS}${weekOf(new Date(createdAt))}`
  return changePart(table, userCounterKey(id), { add: { count: 1, [week]: 1 } })
}

/** Returns the write that counts an account in again, or out. */
export function userCountingPart(table: Table, id: string, by: 1 | -1): TransactionPart {
  return changePart(table, userCounterKey(id), { add: { count: by } })
}

/** Returns the write that counts the beginning of Premium in its week, or none for another change. */
export function activationParts(table: Table, before: User, after: User, at: Date): TransactionPart[] {
  if (isPremiumNow(before, at) || !isPremiumNow(after, at)) return []
  const week = `${ACTIVATIONS}${weekOf(at)}`
  // A new shard gets its count as well, without which it is no counter.
  return [changePart(table, userCounterKey(after.id), { add: { count: 0, [week]: 1 } })]
}

export function resourceCountingPart(table: Table, by: number): TransactionPart {
  return changePart(table, resourceCounterKey, { add: { count: by } })
}

/** Returns the Monday of the week of an instant in Morocco. */
function weekOf(instant: Date): string {
  return weekStart(moroccanDay(instant))
}

const Counter = v.looseObject({ pk: v.string(), sk: v.string(), count: v.number() })
type Counter = v.InferOutput<typeof Counter>

/** Figures of a week, by the date of its Monday. */
type WeeklyFigures = ReadonlyMap<string, number>

type Counts = {
  /** Accounts that are not blocked. */
  users: number
  resources: number
  signUps: WeeklyFigures
  activations: WeeklyFigures
}

/** Reads and writes the counters that the dashboard shows. */
export function createCounters(table: Table) {
  /** Returns every counter: one query over a few dozen small items, however many accounts there are. */
  async function readAll(): Promise<Counts> {
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
    /** Returns how many accounts are listed without a search: the sum of the counter's shards. */
    countUsers: async () => sumOf(await list(USER_COUNTERS)),
    countResources: async () => sumOf(await list(resourceCounterKey.sk)),
    /** Counts resources that were written without a transaction, for seeding. */
    addResources: (by: number) => update(table, resourceCounterKey, { add: { count: by } }),
  }
}

function sumOf(counters: readonly Counter[]): number {
  return counters.reduce((sum, { count }) => sum + count, 0)
}

function weeklyFigures(counters: readonly Counter[], prefix: string): WeeklyFigures {
  const figures = new Map<string, number>()
  for (const [name, value] of counters.flatMap((counter) => Object.entries(counter))) {
    if (!name.startsWith(prefix) || typeof value !== 'number') continue
    const week = name.slice(prefix.length)
    figures.set(week, (figures.get(week) ?? 0) + value)
  }
  return figures
}
