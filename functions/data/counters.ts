import * as v from 'valibot'
import { isPremiumNow } from '#shared/domain/premium.ts'
import { mondayOf } from '#shared/domain/week.ts'
import type { User } from '#shared/entities/user.ts'
import type { Table } from './client.ts'
import {
  COUNTERS,
  type ItemKey,
  parsePremiumUntil,
  premiumCounterKey,
  resourceCounterKey,
  userCounterKey,
} from './keys.ts'
import { parseItem, queryAll } from './read.ts'
import { type TransactionPart, update } from './write.ts'

/** What of an account is counted; null where there is none. */
export type CountedAccount = Pick<User, 'id' | 'isPremium' | 'premiumUntil' | 'blockedAt' | 'createdAt'>

/** One counter's change: its sum, and by how much a figure of one week grows. */
type Step = { key: ItemKey; by: number; week?: string }

/**
 * The writes that count an account from one state into another, for the transaction that changes it. Accounts that are
 * blocked are counted nowhere. Sign-ups and activations count in their week for good.
 * @param at when the change happens
 */
export function countingParts(
  table: Table,
  before: CountedAccount | null,
  after: CountedAccount | null,
  at: Date,
): TransactionPart[] {
  const steps = [...userSteps(before, after), ...premiumSteps(before, after, at)]
  return merged(steps).map((step) => countingPart(table, step))
}

/** The write that counts resources up or down. */
export function resourceCountingPart(table: Table, by: number): TransactionPart {
  return countingPart(table, { key: resourceCounterKey, by })
}

function userSteps(before: CountedAccount | null, after: CountedAccount | null): Step[] {
  const account = after ?? before
  if (!account) return []
  const key = userCounterKey(account.id)
  const by = Number(isCounted(after)) - Number(isCounted(before))
  if (before === null && isCounted(after))
    return [{ key, by, week: `${SIGN_UPS}${mondayOf(new Date(after.createdAt))}` }]
  return by === 0 ? [] : [{ key, by }]
}

function premiumSteps(before: CountedAccount | null, after: CountedAccount | null, at: Date): Step[] {
  const steps: Step[] = []
  if (isCounted(before) && before.isPremium)
    steps.push({ key: premiumCounterKey(before.premiumUntil), by: -1 })
  if (isCounted(after) && after.isPremium) {
    const key = premiumCounterKey(after.premiumUntil)
    const isActivation = isCounted(before) && !isPremiumNow(before, at) && isPremiumNow(after, at)
    steps.push(isActivation ? { key, by: 1, week: `${ACTIVATIONS}${mondayOf(at)}` } : { key, by: 1 })
  }
  return steps
}

function isCounted(account: CountedAccount | null): account is CountedAccount {
  return account !== null && account.blockedAt === null
}

/** A transaction may write an item once only. */
function merged(steps: readonly Step[]): Step[] {
  const byKey = new Map<string, Step>()
  for (const step of steps) {
    const earlier = byKey.get(step.key.sk)
    byKey.set(step.key.sk, earlier ? { ...earlier, ...step, by: earlier.by + step.by } : step)
  }
  return [...byKey.values()].filter(({ by, week }) => by !== 0 || week !== undefined)
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

const SIGN_UPS = 'signUps:'
const ACTIVATIONS = 'activations:'

const Counter = v.looseObject({ pk: v.string(), sk: v.string(), count: v.number() })
type Counter = v.InferOutput<typeof Counter>

/** Figures of a week by its Monday. */
export type WeeklyFigures = ReadonlyMap<string, number>

/** Everything that is counted. */
export type Counts = {
  /** Accounts that are not blocked. */
  users: number
  /** Accounts flagged Premium, by the instant at which that ends. */
  premium: readonly { until: string | null; count: number }[]
  resources: number
  signUps: WeeklyFigures
  activations: WeeklyFigures
}

/** The counters as the dashboard reads them. */
export function createCounters(table: Table) {
  /** Every counter: one query over a few dozen small items, however many accounts there are. */
  async function readAll(): Promise<Counts> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :counters',
      ExpressionAttributeValues: { ':counters': COUNTERS },
    })
    const counters = items.map((item) => parseItem(Counter, item))
    return {
      users: sumOf(counters.filter(isUserCounter)),
      premium: counters.flatMap((counter) => {
        const until = parsePremiumUntil(counter)
        return until === undefined ? [] : [{ until, count: counter.count }]
      }),
      resources: sumOf(counters.filter(({ sk }) => sk === resourceCounterKey.sk)),
      signUps: weeklyFigures(counters, SIGN_UPS),
      activations: weeklyFigures(counters, ACTIVATIONS),
    }
  }

  /** How many accounts are listed without a search: the sum of the counter's shards. One query. */
  async function countUsers(): Promise<number> {
    const shards = await queryAll(table, {
      KeyConditionExpression: 'pk = :counters AND begins_with(sk, :users)',
      ExpressionAttributeValues: { ':counters': COUNTERS, ':users': 'USERS#' },
    })
    return sumOf(shards.map((shard) => parseItem(Counter, shard)))
  }

  /** How many resources there are. One query. */
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
