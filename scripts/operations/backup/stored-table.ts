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

/**
 * Reads a whole table but the state of the publication, in pages of 1 MB, by consistent reads. Later changes may be
 * read or not.
 * @throws the signal's reason
 */
export async function* scanPages(
  { client, name }: StoredTable,
  signal?: AbortSignal,
): AsyncGenerator<StoredItem[]> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName: name, ConsistentRead: true })) {
    signal?.throwIfAborted()
    yield Items.filter((item) => !isOfPublication(item))
  }
}

/** Estimates the number of items, which DynamoDB counts every six hours or so. */
export async function estimateItems({ client, name }: StoredTable): Promise<number> {
  const { Table } = await client.send(new DescribeTableCommand({ TableName: name }))
  return Table?.ItemCount ?? 0
}

/** Tells whether a table holds nothing but the state of the publication. */
export async function isEmpty(table: StoredTable): Promise<boolean> {
  for await (const items of scanPages(table)) if (items.length > 0) return false
  return true
}

/** An item to put, or a key whose item is removed. */
export type Write = { put: StoredItem } | { remove: StoredItem }

/** DynamoDB takes at most 25 items a batch. */
const BATCH_SIZE = 25
const BATCHES_AT_ONCE = 16
/** Concurrent batches. */
export const ROUND_SIZE = BATCH_SIZE * BATCHES_AT_ONCE

/**
 * Writes items in no order; no key may occur twice.
 * @throws Error when the table still refuses some after two minutes of growing, jittered pauses
 */
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
      // The SDK has already retried calls that fail as a whole.
      shouldRetry: ({ error }) => error === refused,
    },
  )
}

function toRequest(write: Write): WriteRequest {
  return 'put' in write ? { PutRequest: { Item: write.put } } : { DeleteRequest: { Key: write.remove } }
}

/**
 * Deletes every item and keeps the table with its name, its protection and its point-in-time recovery, by which the
 * deletion can be undone. The next run finishes an interrupted one.
 * @throws the signal's reason
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

/** Formats an item as one line of DynamoDB's typed JSON, bytes as base64. */
export function formatItem(item: StoredItem): string {
  return JSON.stringify(item, function (this: Record<string, unknown>, key, value: unknown) {
    // JSON.stringify has already turned a Buffer into a list of numbers; its holder still has the bytes.
    const raw = this[key]
    return raw instanceof Uint8Array ? toBase64(raw) : value
  })
}

/**
 * Parses a line of {@link formatItem}, also inside a larger value. An attribute named B holds an object, never text.
 */
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

/** Picks the key of an item. */
export function itemKey({ [tableShape.partitionKey]: pk, [tableShape.sortKey]: sk }: StoredItem): StoredItem {
  if (!pk || !sk) throw new Error("Un élément n'a pas de clé")
  return { [tableShape.partitionKey]: pk, [tableShape.sortKey]: sk }
}

/**
 * Recognises the state of the publication, which is no part of a backup: it says what the site's bucket holds, and the
 * publisher writes it whenever the table changes.
 */
export function isOfPublication(item: StoredItem): boolean {
  return item[tableShape.partitionKey]?.S === PUBLICATION
}

/**
 * Recognises items that DynamoDB may have deleted by their time to live at `now`. They are neither restored nor
 * compared.
 */
export function isExpired(item: StoredItem, now: Date): boolean {
  const seconds = item[tableShape.timeToLive]?.N
  return seconds !== undefined && Number(seconds) * 1000 <= now.getTime()
}
