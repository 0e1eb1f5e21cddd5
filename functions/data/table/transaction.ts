import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { TransactionCanceledException } from '@aws-sdk/client-dynamodb'
import { TransactWriteCommand, type TransactWriteCommandInput } from '@aws-sdk/lib-dynamodb'
import { attempt, reasonCodes, type Table } from './client.ts'
import { type Change, type Condition, conditionParameters, updateParameters } from './expression.ts'
import type { ItemKey, StoredItem } from './table-shape.ts'
import type { WriteResult } from './write.ts'

export type TransactionPart = NonNullable<TransactWriteCommandInput['TransactItems']>[number]

/** The condition that an item did not change since it was read: every change moves `updatedAt`. */
const unchanged = ({ updatedAt }: StoredItem): Condition => ({ seen: { updatedAt } })

export function putPart(
  { name }: Table,
  item: StoredItem,
  condition: Condition = { exists: false },
): TransactionPart {
  return { Put: { TableName: name, Item: item, ...conditionParameters(condition) } }
}

export function changePart({ name }: Table, key: ItemKey, change: Change): TransactionPart {
  const { UpdateExpression = '', ...parameters } = updateParameters(key, change)
  return { Update: { TableName: name, UpdateExpression, ...parameters } }
}

export function deletePart({ name }: Table, { pk, sk }: ItemKey, condition: Condition = {}): TransactionPart {
  return { Delete: { TableName: name, Key: { pk, sk }, ...conditionParameters(condition) } }
}

export function removePart(table: Table, item: StoredItem): TransactionPart {
  return deletePart(table, item, unchanged(item))
}

export function checkPart({ name }: Table, key: ItemKey, condition: Condition): TransactionPart {
  const { ConditionExpression = '', ...parameters } = conditionParameters(condition)
  return { ConditionCheck: { TableName: name, Key: key, ConditionExpression, ...parameters } }
}

/** `before` is the state that was read. */
export type Replacement<Entity> = { before: Entity; after: Entity }

export function updatePart<Entity>(
  table: Table,
  { item }: { item: (entity: Entity) => StoredItem },
  { before, after }: Replacement<Entity>,
  overwritten: readonly string[] = [],
): TransactionPart {
  const stored = item(before)
  return changePart(table, stored, replacement(stored, item(after), overwritten))
}

/**
 * Returns the change that turns an item into another one, unless it changed since it was read. Attributes that both
 * agree on are touched only if `overwritten` names them, so that a lease or a size keeps what was written since.
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
  return failed.length === 0 ? 'written' : 'conflict'
}

/**
 * The request token stays the same over all attempts, so that a transaction whose answer was lost is not applied twice.
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
