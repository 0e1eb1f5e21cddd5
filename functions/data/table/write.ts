import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { ConditionalCheckFailedException, TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import {
  BatchWriteCommand,
  TransactWriteCommand,
  type TransactWriteCommandInput,
  UpdateCommand,
  type UpdateCommandInput,
} from '@aws-sdk/lib-dynamodb'
import { unmarshall } from '@aws-sdk/util-dynamodb'
import pRetry from 'p-retry'
import { DomainError } from '#shared/domain/domain-error.ts'
import { attempt, reasonCodes } from './attempt.ts'
import type { Table } from './client.ts'
import type { StoredItem } from './table-shape.ts'

/**
 * Result of a conditional update: the item after it, or the item on which the condition failed (null where there is
 * none).
 */
export type UpdateOutcome =
  | { outcome: 'done'; item: Record<string, unknown> }
  | { outcome: 'refused'; found: Record<string, unknown> | null }

type Update = Omit<UpdateCommandInput, 'TableName' | 'ReturnValues' | 'ReturnValuesOnConditionCheckFailure'>

/** Updates one item. @returns the item after the update */
export async function update({ client, name }: Table, change: Update): Promise<Record<string, unknown>> {
  const command = new UpdateCommand({
    TableName: name,
    ReturnValues: 'ALL_NEW',
    ReturnValuesOnConditionCheckFailure: 'ALL_OLD',
    ...change,
  })
  const { Attributes = {} } = await attempt(() => client.send(command))
  return Attributes
}

/** Updates one item on a condition: one round trip, also when it is refused. */
export async function updateIf(table: Table, change: Update): Promise<UpdateOutcome> {
  try {
    return { outcome: 'done', item: await update(table, change) }
  } catch (error) {
    if (!(error instanceof ConditionalCheckFailedException)) throw error
    return { outcome: 'refused', found: error.Item ? unmarshall(error.Item) : null }
  }
}

export type TransactionPart = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** Returns the write that adds an item where there is none. */
export function putPart({ name }: Table, item: StoredItem): TransactionPart {
  return { Put: { TableName: name, Item: item, ConditionExpression: 'attribute_not_exists(pk)' } }
}

/** Returns the write that deletes an item, unless it changed since it was read: every change moves `updatedAt`. */
export function deletePart({ name }: Table, { pk, sk, updatedAt }: StoredItem): TransactionPart {
  return {
    Delete: {
      TableName: name,
      Key: { pk, sk },
      ConditionExpression: 'updatedAt = :seen',
      ExpressionAttributeValues: { ':seen': updatedAt },
    },
  }
}

/**
 * Returns the write that turns an item into another one, unless it changed since it was read. Only the attributes that
 * differ are touched, so that other attributes of the same item, such as a lease or a size, keep what was written
 * since.
 * @param overwritten attributes that are written also where both agree
 */
export function updatePart(
  { name }: Table,
  before: StoredItem,
  after: StoredItem,
  overwritten: readonly string[] = [],
): TransactionPart {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after), ...overwritten])].filter(
    (each) => overwritten.includes(each) || !isDeepStrictEqual(before[each], after[each]),
  )
  const { set = [], remove = [] } = Object.groupBy(names, (each) => (each in after ? 'set' : 'remove'))
  const assignments = set.map((each) => `#${each} = :${each}`).join(', ')
  const removal = remove.length > 0 ? ` REMOVE ${remove.map((each) => `#${each}`).join(', ')}` : ''
  return {
    Update: {
      TableName: name,
      Key: { pk: before.pk, sk: before.sk },
      UpdateExpression: `SET ${assignments}${removal}`,
      ConditionExpression: '#updatedAt = :seen',
      ExpressionAttributeNames: Object.fromEntries(['updatedAt', ...names].map((each) => [`#${each}`, each])),
      ExpressionAttributeValues: {
        ...Object.fromEntries(set.map((each) => [`:${each}`, after[each]])),
        ':seen': before['updatedAt'],
      },
    },
  }
}

/**
 * Result of a conditional write. `overtaken`: the item is not as it was read, because another change came first, and
 * nothing was written (docs/reliability.md, "Concurrent changes").
 */
export type WriteResult = 'written' | 'overtaken'

/** Writes several items as one, unless the condition of one fails. */
export async function writeTogether(table: Table, parts: readonly TransactionPart[]): Promise<WriteResult> {
  const failed = await failedParts(table, parts)
  return failed.length === 0 ? 'written' : 'overtaken'
}

/**
 * Writes as {@link writeTogether}. The request token stays the same over all attempts, so that a transaction whose
 * answer was lost on the way is not applied twice.
 * @returns the positions of the parts whose conditions failed; empty when everything was written
 */
export async function failedParts({ client }: Table, parts: readonly TransactionPart[]): Promise<number[]> {
  const command = new TransactWriteCommand({ TransactItems: [...parts], ClientRequestToken: randomUUID() })
  try {
    await attempt(() => client.send(command))
    return []
  } catch (error) {
    if (!(error instanceof TransactionCanceledException)) throw error
    const failed = reasonCodes(error).flatMap((code, index) =>
      code === 'ConditionalCheckFailed' ? [index] : [],
    )
    if (failed.length === 0) throw error
    return failed
  }
}

/** DynamoDB takes at most 25 items a batch. */
const BATCH_SIZE = 25
/** Batches sent at once; a busy table accepts as many without throttling. */
const BATCHES_AT_ONCE = 8

/**
 * Puts many different items without conditions, for seeding and imports, in no order. Unprocessed items are sent again
 * with growing pauses.
 * @throws DomainError TEMPORARILY_UNAVAILABLE when some are still refused after 8 rounds
 */
export async function putMany(table: Table, items: readonly Record<string, unknown>[]): Promise<void> {
  const batches = Array.from({ length: Math.ceil(items.length / BATCH_SIZE) }, (_, index) =>
    items.slice(index * BATCH_SIZE, (index + 1) * BATCH_SIZE),
  ).values()
  const putNext = async () => {
    for (const batch of batches) await putBatch(table, batch)
  }
  await Promise.all(Array.from({ length: BATCHES_AT_ONCE }, putNext))
}

async function putBatch({ client, name }: Table, items: readonly Record<string, unknown>[]): Promise<void> {
  let left: { PutRequest: { Item: Record<string, unknown> } }[] = items.map((Item) => ({
    PutRequest: { Item },
  }))
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
