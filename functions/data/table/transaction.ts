import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { attempt, reasonCodes, type Table } from './client.ts'
import { type Change, type Condition, conditionParameters, updateParameters } from './expression.ts'
import type { ItemKey, StoredItem } from './table-shape.ts'
import type { WriteResult } from './write.ts'

/** One write of a transaction, or one condition. */
export type TransactionPart = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** The condition that an item did not change since it was read: every change moves `updatedAt`. */
const unchanged = ({ updatedAt }: StoredItem): Condition => ({ seen: { updatedAt } })

/** Returns the write that adds an item, by default only where there is none. */
export function putPart(
  { name }: Table,
  item: StoredItem,
  condition: Condition = { exists: false },
): TransactionPart {
  return { Put: { TableName: name, Item: item, ...conditionParameters(condition) } }
}

/** Returns the write that changes an item. */
export function changePart({ name }: Table, key: ItemKey, change: Change): TransactionPart {
  const { UpdateExpression = '', ...parameters } = updateParameters(key, change)
  return { Update: { TableName: name, UpdateExpression, ...parameters } }
}

/** Returns the write that deletes an item, if there is one. */
export function deletePart({ name }: Table, { pk, sk }: ItemKey, condition: Condition = {}): TransactionPart {
  return { Delete: { TableName: name, Key: { pk, sk }, ...conditionParameters(condition) } }
}

/** Returns the write that deletes an item, unless it changed since it was read. */
export function removePart(table: Table, item: StoredItem): TransactionPart {
  return deletePart(table, item, unchanged(item))
}

/** Returns a condition on an item that the transaction does not write. */
export function checkPart({ name }: Table, key: ItemKey, condition: Condition): TransactionPart {
  const { ConditionExpression = '', ...parameters } = conditionParameters(condition)
  return { ConditionCheck: { TableName: name, Key: key, ConditionExpression, ...parameters } }
}

/** Returns the write of {@link replacement}. */
export function updatePart(
  table: Table,
  before: StoredItem,
  after: StoredItem,
  overwritten: readonly string[] = [],
): TransactionPart {
  return changePart(table, before, replacement(before, after, overwritten))
}

/**
 * Returns the change that turns an item into another one, unless it changed since it was read. Only the attributes that
 * differ are touched, so that other attributes of the same item, such as a lease or a size, keep what was written
 * since.
 * @param overwritten attributes that are written also where both agree
 */
export function replacement(
  before: StoredItem,
  after: StoredItem,
  overwritten: readonly string[] = [],
): Change {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after), ...overwritten])].filter(
    (each) => overwritten.includes(each) || !isDeepStrictEqual(before[each], after[each]),
  )
  return { set: Object.fromEntries(names.map((each) => [each, after[each]])), ...unchanged(before) }
}

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
