import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb'
import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { ACCESS_CHANGES, accessChangeKey } from './keys.ts'
import { attempt } from './table/attempt.ts'
import type { Table } from './table/client.ts'
import { parseItem, queryAll } from './table/read.ts'
import type { TransactionPart } from './table/write.ts'

const StoredChange = v.object({ userId: v.string(), begunAt: v.string() })

/** An account that was blocked or unblocked. Cognito may not have applied it yet. */
export type AccessChange = v.InferOutput<typeof StoredChange>

/** Returns the write that notes a change of access, for the transaction that makes it; a later one takes its place. */
export function accessChangePart({ name }: Table, userId: string, begunAt: string): TransactionPart {
  return { Put: { TableName: name, Item: { ...accessChangeKey(userId), userId, begunAt } } }
}

/** Reads and deletes the blocks and unblocks that Cognito must still apply. */
export function createAccessChanges(table: Table) {
  /** Returns the changes that Cognito must still apply. One query. */
  async function listOpen(): Promise<AccessChange[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :changes',
      ExpressionAttributeValues: { ':changes': ACCESS_CHANGES },
    })
    return items.map((item) => parseItem(StoredChange, item))
  }

  /** Deletes a change, unless a later one has replaced it. One conditional delete. */
  async function close({ userId, begunAt }: AccessChange): Promise<void> {
    const command = new DeleteCommand({
      TableName: table.name,
      Key: accessChangeKey(userId),
      ConditionExpression: 'begunAt = :begun',
      ExpressionAttributeValues: { ':begun': begunAt },
    })
    try {
      await attempt(() => table.client.send(command))
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error
    }
  }

  return { listOpen, close }
}

export type AccessChanges = ReturnType<typeof createAccessChanges>
