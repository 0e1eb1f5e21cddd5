import {
  type AttributeValue,
  BatchWriteItemCommand,
  DescribeTableCommand,
  paginateScan,
  type WriteRequest,
} from '@aws-sdk/client-dynamodb'
import pRetry from 'p-retry'
import { PUBLICATION } from '#functions/data/keys.ts'
import { tableShape } from '#functions/data/table/table-shape.ts'
import type { StoredTable } from '../stage-access.ts'

/** By consistent reads, without the state of the publication. @throws the signal's reason */
export async function* scanPages(
  { client, name }: StoredTable,
  signal?: AbortSignal,
): AsyncGenerator<StoredItem[]> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ConsistentRead: true })) {
    signal?.throwIfAborted()
    yield Items.filter((item) => !isOfPublication(item))
  }
}

/** DynamoDB counts every six hours or so. */
export async function estimateItems({ client, name }: StoredTable): Promise<number> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
  return Table?.ItemCount ?? 0
}

export async function isEmpty(table: StoredTable): Promise<boolean> {
  for await (const items of scanPages(table)) if (items.length > 0) return false
  return true
}

export type Write = { put: StoredItem } | { remove: StoredItem }

/** DynamoDB takes at most 25 items a batch. */
const BATCH_SIZE = 25
const BATCHES_AT_ONCE = 16
export const ROUND_SIZE = BATCH_SIZE * BATCHES_AT_ONCE

/** In no order; no key may occur twice. @throws Error when the table still refuses some after two minutes */
export async function writeItems(table: StoredTable, writes: readonly Write[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(writes.length / BATCH_SIZE) }, (_, index) =>
    writes.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE).map(toRequest),
  )
  for (let from = 0; from < batches.length; from += BATCHES_AT_ONCE)
    await Promise.all(batches.slice(from, from + BATCHES_AT_ONCE).map((batch) => writeBatch(table, batch)))
}

async function writeBatch({ client, name }: StoredTable, batch: WriteRequest[]): Promise<void> {
  let left = batch
  const refused = new Error(`La table ${name} ne prend pas toutes les écritures : relancez plus tard.`)
  await pRetry(
    async () => {
      const { UnprocessedItems } = await client.send(
        new BatchWriteItemCommand({ RequestItems: { [name]: left } }),
      )
      left = UnprocessedItems?.[name] ?? []
      if (left.length > 0) throw refused
    },
    {
      retries: 12,
      minTimeout: 50,
      maxTimeout: 20_000,
      randomize: true,
      shouldRetry: ({ error }) => error === refused,
    },
  )
}

function toRequest(write: Write): WriteRequest {
  return 'put' in write ? { PutRequest: { Item: write.put } } : { DeleteRequest: { Key: write.remove } }
}

/**
 * Keeps the table with its name, its protection and its point-in-time recovery, by which the deletion can be undone.
 * The next run finishes an interrupted one.
 */
export async function emptyTable(
  table: StoredTable,
  signal: AbortSignal,
  onItems?: (items: number) => void,
): Promise<void> {
  for await (const items of scanPages(table, signal)) {
    await writeItems(
      table,
      items.map((item) => ({ remove: itemKey(item) })),
    )
    onItems?.(items.length)
  }
}

/** An item with DynamoDB's types: long numbers, sets and bytes stay what they are. */
export type StoredItem = Record<string, AttributeValue>

/** One line of DynamoDB's typed JSON, bytes as base64. */
export function formatItem(item: StoredItem): string {
  return JSON.stringify(item, function (this: Record<string, unknown>, key, value: unknown) {
    // JSON.stringify has already turned a Buffer into a list of numbers; its holder still has the bytes.
    const raw = this[key]
    return raw instanceof Uint8Array ? toBase64(raw) : value
  })
}

/** Also inside a larger value. An attribute named B holds an object, never text. */
export function parseTyped(text: string): unknown {
  return JSON.parse(text, (key, value: unknown) => {
    if (key === 'B' && typeof value === 'string') return toBytes(value)
    if (key === 'BS' && Array.isArray(value)) return value.map((each) => toBytes(String(each)))
    return value
  })
}

export function toBase64(value: Uint8Array): string {
  return Buffer.from(value.buffer, value.byteOffset, value.byteLength).toString('base64')
}

function toBytes(text: string): Uint8Array {
  return new Uint8Array(Buffer.from(text, 'base64'))
}

export function itemKey({ [tableShape.partitionKey]: pk, [tableShape.sortKey]: sk }: StoredItem): StoredItem {
  if (!pk || !sk) throw new Error("Un élément n'a pas de clé")
  return { [tableShape.partitionKey]: pk, [tableShape.sortKey]: sk }
}

/** The state of the publication is no part of a backup: the publisher writes it whenever the table changes. */
export function isOfPublication(item: StoredItem): boolean {
  return item[tableShape.partitionKey]?.S === PUBLICATION
}

/** DynamoDB may have deleted such items. They are neither restored nor compared. */
export function isExpired(item: StoredItem, now: Date): boolean {
  const seconds = item[tableShape.timeToLive]?.N
  return seconds !== undefined && Number(seconds) * 1000 <= now.getTime()
}
