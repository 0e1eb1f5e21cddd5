import * as v from 'valibot'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { weekStart } from '#shared/domain/days/week.ts'
import { isPremiumNow } from '#shared/domain/premium/premium.ts'
import type { User } from '#shared/entities/user.ts'
import { COUNTERS, resourceCounterKey, userCounterKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { parseItem, queryAll } from './table/read.ts'
import { type ItemKey } from './table/table-shape.ts'
import { type TransactionPart, update } from './table/write.ts'

/** A change of one counter: of its sum, and by 1 of a figure of one week. */
type Step = { key: ItemKey; by: number; week?: string }

/** Returns the write that counts a new account, and its sign-up in the week. Blocked accounts are not counted. */
export function signUpPart(table: Table, { id, createdAt }: Pick<User, 'id' | 'createdAt'>): TransactionPart {
  return countingPart(table, {
    key: userCounterKey(id),
    by: 1,
    week: `${SIGN_UPS}${weekOf(new Date(createdAt))}`,
  })
}

/** Returns the write that counts an account in again, or out. */
export function userCountingPart(table: Table, id: string, by: 1 | -1): TransactionPart {
  return countingPart(table, { key: userCounterKey(id), by })
}

/** Returns the write that counts the beginning of Premium in its week, or none for another change. */
export function activationParts(table: Table, before: User, after: User, at: Date): TransactionPart[] {
  if (isPremiumNow(before, at) || !isPremiumNow(after, at)) return []
  return [countingPart(table, { key: userCounterKey(after.id), by: 0, week: `${ACTIVATIONS}${weekOf(at)}` })]
}

export function resourceCountingPart(table: Table, by: number): TransactionPart {
  return countingPart(table, { key: resourceCounterKey, by })
}

function countingPart({ name }: Table, { key, by, week }: Step): TransactionPart {
  return {
    Update: {
      TableName: name,
      Key: key,
      UpdateExpression: week === undefined ? 'ADD #count :by' : 'ADD #count :by, #week :one',
      ExpressionAttributeNames: { '#count': 'count', ...(week !== undefined && { '#week': week }) },
      ExpressionAttributeValues: { ':by': by, ...(week !== undefined && { ':one': 1 }) },
    },
  }
}

/** Returns the Monday of the week of an instant in Morocco. */
function weekOf(instant: Date): string {
  return weekStart(moroccanDay(instant))
}

const SIGN_UPS = 'signUps:'
const ACTIVATIONS = 'activations:'

const Counter = v.looseObject({ pk: v.string(), sk: v.string(), count: v.number() })
type Counter = v.InferOutput<typeof Counter>

/** Figures of a week, by the date of its Monday. */
type WeeklyFigures = ReadonlyMap<string, number>

export type Counts = {
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
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :counters',
      ExpressionAttributeValues: { ':counters': COUNTERS },
    })
    const counters = items.map((item) => parseItem(Counter, item))
    return {
      users: sumOf(counters.filter(isUserCounter)),
      resources: sumOf(counters.filter(({ sk }) => sk === resourceCounterKey.sk)),
      signUps: weeklyFigures(counters, SIGN_UPS),
      activations: weeklyFigures(counters, ACTIVATIONS),
    }
  }

  /** Returns how many accounts are listed without a search: the sum of the counter's shards. One query. */
  async function countUsers(): Promise<number> {
    const shards = await queryAll(table, {
      KeyConditionExpression: 'pk = :counters AND begins_with(sk, :users)',
      ExpressionAttributeValues: { ':counters': COUNTERS, ':users': 'USERS#' },
    })
    return sumOf(shards.map((shard) => parseItem(Counter, shard)))
  }

  /** Returns how many resources there are. One query. */
  async function countResources(): Promise<number> {
    const counters = await queryAll(table, {
      KeyConditionExpression: 'pk = :counters AND sk = :resources',
      ExpressionAttributeValues: { ':counters': COUNTERS, ':resources': resourceCounterKey.sk },
    })
    return sumOf(counters.map((counter) => parseItem(Counter, counter)))
  }

  /** Counts resources that were written without a transaction, for seeding. */
  async function addResources(by: number): Promise<void> {
    await update(table, {
      Key: resourceCounterKey,
      UpdateExpression: 'ADD #count :by',
      ExpressionAttributeNames: { '#count': 'count' },
      ExpressionAttributeValues: { ':by': by },
    })
  }

  return { readAll, countUsers, countResources, addResources }
}

export type Counters = ReturnType<typeof createCounters>

function isUserCounter({ sk }: Counter): boolean {
  return sk.startsWith('USERS#')
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
