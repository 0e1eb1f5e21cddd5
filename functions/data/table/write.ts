import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { BatchWriteCommand, DeleteCommand, PutCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import pRetry from 'p-retry'
import { DomainError } from '#shared/domain/domain-error.ts'
import { attempt, READ_NUMBERS, type Table } from './client.ts'
import { type Change, type Condition, conditionParameters, updateParameters } from './expression.ts'
import type { Item, ItemKey, StoredItem } from './table-shape.ts'

/** The item after an update, or the item on which its condition failed (null where there is none). */
export type UpdateOutcome = { outcome: 'done'; item: Item } | { outcome: 'refused'; found: Item | null }

/**
 * Result of a conditional write. `conflict`: the item is not as it was read, because another change came first, and
 * nothing was written. Use cases then call `answerIfEqual` or `retryOnConflict`.
 */
export type WriteResult = 'written' | 'conflict'

export async function update({ client, name }: Table, key: ItemKey, change: Change): Promise<Item> {
  const command = new UpdateCommand({
    TableName: name,
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ...updateParameters(key, change),
  })
  const { Attributes = {} } = await attempt(() => client.send(command))
  return Attributes
}

export async function updateIf(table: Table, key: ItemKey, change: Change): Promise<UpdateOutcome> {
  try {
    return { outcome: 'done', item: await update(table, key, change) }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    return { outcome: 'refused', found: error.Item ? unmarshall(error.Item, READ_NUMBERS) : null }
  }
}

export function put(
  { client, name }: Table,
  item: StoredItem,
  condition: Condition = {},
): Promise<WriteResult> {
  const command = new PutCommand({ TableName: name, Item: item, ...conditionParameters(condition) })
  return unlessOvertaken(() => client.send(command))
}

export function remove(
  { client, name }: Table,
  key: ItemKey,
  condition: Condition = {},
): Promise<WriteResult> {
  const command = new DeleteCommand({ TableName: name, Key: key, ...conditionParameters(condition) })
  return unlessOvertaken(() => client.send(command))
}

async function unlessOvertaken(write: () => Promise<unknown>): Promise<WriteResult> {
  try {
    await attempt(write)
    return 'written'
  } catch (error) {
    if (error instanceof ConditionalCheckFailedException) return 'conflict'
    throw error
  }
}

/** DynamoDB takes at most 25 items a batch. */
const BATCH_SIZE = 25
/** Batches sent at once; a busy table accepts as many without throttling. */
const BATCHES_AT_ONCE = 8

/** Unprocessed items are sent again with growing pauses. @throws DomainError TEMPORARILY_UNAVAILABLE after 8 rounds */
export async function putMany(table: Table, items: readonly Item[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, index) =>
    items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  ).values()
  const putNext = async () => {
    for (const batch of batches) await putBatch(table, batch)
  }
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, putNext))
}

async function putBatch({ client, name }: Table, items: readonly Item[]): Promise<void> {
  let left: { PutRequest: { Item: Item } }[] = items.map((Item) => ({ PutRequest: { Item } }))
  await pRetry(
    async () => {
      const { UnprocessedItems } = await attempt(() =>
        client.send(new BatchWriteCommand({ RequestItems: { [name]: left } })),
      )
      left = (UnprocessedItems?.[name] ?? []) as typeof left
      if (left.length > 0) throw new DomainError('TEMPORARILY_UNAVAILABLE')
    },
    { retries: 7, minTimeout: 50, maxTimeout: 2_000, randomize: true },
  )
}
