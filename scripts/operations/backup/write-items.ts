import { BatchWriteItemCommand, type WriteRequest } from '@aws-sdk/client-dynamodb'
import pRetry from 'p-retry'
import type { StoredTable } from './scan-table.ts'
import type { StoredItem } from './stored-item.ts'

/** DynamoDB takes at most 25 items a batch. */
const BATCH_SIZE = 25
const BATCHES_AT_ONCE = 16

/** A write of a restore: one item in place of whatever stands at its key, or nothing any more. */
export type Write = { put: StoredItem } | { remove: StoredItem }

/**
 * Writes many items, batches side by side, in no order; no key may be there twice. Values go as they are, other than with
 * the repositories' `putMany`, which turns them into JavaScript's.
 * @throws Error when the table still refuses some after two minutes of growing, jittered pauses
 */
export async function writeItems(table: StoredTable, writes: readonly Write[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(writes.length / BATCH_SIZE) }, (_, index) =>
    writes.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE).map(requestOf),
  )
  const left = batches.values()
  const writeNext = async () => {
    for (const batch of left) await writeBatch(table, batch)
  }
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, writeNext))
}

async function writeBatch({ client, name }: StoredTable, batch: WriteRequest[]): Promise<void> {
  let left = batch
  const refused = new Error(
    `La table ${name} ne prend pas toutes les écritures : reprenez plus tard avec --resume.`,
  )
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
      // Calls that fail as a whole were repeated by the SDK already.
      shouldRetry: ({ error }) => error === refused,
    },
  )
}

function requestOf(write: Write): WriteRequest {
  return 'put' in write ? { PutRequest: { Item: write.put } } : { DeleteRequest: { Key: write.remove } }
}

/** The items of a backup, written as they are. */
export async function* putAll(items: AsyncIterable<StoredItem>): AsyncGenerator<Write> {
  for await (const item of items) yield { put: item }
}
