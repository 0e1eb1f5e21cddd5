import { BatchGetCommand, GetCommand } from '@aws-sdk/lib-dynamodb'
import pRetry from 'p-retry'
import * as v from 'valibot'
import { DomainError } from '#shared/domain/domain-error.ts'
import { attempt, type Table } from './client.ts'
import type { Item, ItemKey } from './table-shape.ts'

/** @throws Error naming the faults of an unexpected shape, without the item's values */
export function parseItem<S extends v.GenericSchema>(schema: S, item: unknown): v.InferOutput<S> {
  const parsed = v.safeParse(schema, item)
  if (parsed.success) return parsed.output
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.type}`).join(', ')
  throw new Error(`An item of the table has an unexpected shape (${faults})`)
}

export type Lookup<T> = {
  key: ItemKey
  /** `undefined` where there is no such item. */
  parse: (item: Item | undefined) => T
}

export function createLookup<S extends v.GenericSchema>(
  schema: S,
  key: ItemKey,
): Lookup<v.InferOutput<S> | null> {
  return { key, parse: (item) => (item ? parseItem(schema, item) : null) }
}

export async function readOne<T>({ client, name }: Table, { key, parse }: Lookup<T>): Promise<T> {
  const { Item } = await attempt(() =>
    client.send(new GetCommand({ TableName: name, Key: key, ConsistentRead: true })),
  )
  return parse(Item)
}

/** One batch of consistent reads, or a single one when all are the same item. */
export async function readTogether<T extends readonly unknown[]>(
  table: Table,
  ...lookups: { [Each in keyof T]: Lookup<T[Each]> }
): Promise<T> {
  const keys = lookups.map(({ key }) => key)
  const [first] = keys
  const isOne = new Set(keys.map(keyText)).size === 1
  if (first && isOne) return readOne(table, { key: first, parse: (item) => parseAll(() => item) })
  return parseAll(await readByKey(table, keys, { ConsistentRead: true }))

  function parseAll(find: FindItem): T {
    return lookups.map(({ key, parse }) => parse(find(key))) as unknown as T
  }
}

/** DynamoDB reads at most 100 items a batch. */
export const READ_BATCH_SIZE = 100

export const StoredKey = v.object({ pk: v.string(), sk: v.string() })

export function keyText({ pk, sk }: ItemKey): string {
  return `${pk} ${sk}`
}

export async function readExisting(table: Table, keys: readonly ItemKey[]): Promise<ItemKey[]> {
  const items = await readBatch(table, keys, { ProjectionExpression: 'pk, sk' })
  return items.map((item) => parseItem(StoredKey, item))
}

type FindItem = (key: ItemKey) => Item | undefined

/** Reads each item once, however often its key is given: DynamoDB refuses a batch that names a key twice. */
export async function readByKey(
  table: Table,
  keys: readonly ItemKey[],
  how?: ReadOptions,
): Promise<FindItem> {
  const distinct = new Map(keys.map((key) => [keyText(key), key]))
  const items = await readBatch(table, [...distinct.values()], how)
  const byKey = new Map(items.map((item) => [keyText(parseItem(StoredKey, item)), item]))
  return (key) => byKey.get(keyText(key))
}

type ReadOptions = { ConsistentRead?: boolean; ProjectionExpression?: string }

/** Unprocessed keys are read again with growing pauses. @throws DomainError TEMPORARILY_UNAVAILABLE after 5 rounds */
export async function readBatch(
  table: Table,
  keys: readonly ItemKey[],
  how: ReadOptions = {},
): Promise<Item[]> {
  const found: Item[] = []
  for (let start = 0; start < keys.length; start += READ_BATCH_SIZE)
    found.push(...(await readHundred(table, keys.slice(start, start + READ_BATCH_SIZE), how)))
  return found
}

async function readHundred(
  { client, name }: Table,
  keys: readonly ItemKey[],
  how: ReadOptions,
): Promise<Item[]> {
  const found: Item[] = []
  const unread = new DomainError('TEMPORARILY_UNAVAILABLE')
  let left: Item[] = [...keys]
  async function readRound(): Promise<void> {
    const { Responses, UnprocessedKeys } = await attempt(() =>
      client.send(new BatchGetCommand({ RequestItems: { [name]: { Keys: left, ...how } } })),
    )
    found.push(...(Responses?.[name] ?? []))
    left = UnprocessedKeys?.[name]?.Keys ?? []
    if (left.length > 0) throw unread
  }
  await pRetry(readRound, {
    retries: 4,
    minTimeout: 50,
    maxTimeout: 1_000,
    randomize: true,
    shouldRetry: ({ error }) => error === unread,
  })
  return found
}
