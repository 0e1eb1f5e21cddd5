import * as v from 'valibot'
import type { Table } from './client.ts'
import { DELETIONS, deletionKey } from './keys.ts'
import { parseItem, queryAll } from './read.ts'
import { type TransactionPart, update } from './write.ts'

/**
 * How long a finished deletion is remembered: whoever has read the account just before it went (a sign-in, a page of
 * the reconciliation) must not bring its profile back. Milliseconds.
 */
const REMEMBERED_MS = 24 * 3_600_000

const StoredDeletion = v.object({ userId: v.string() })

/** The write that begins a deletion, for the transaction that takes the profile. */
export function deletionPart({ name }: Table, userId: string, at: string): TransactionPart {
  return { Put: { TableName: name, Item: { ...deletionKey(userId), userId, begunAt: at } } }
}

/** The condition that nobody is deleting the account or has just done so. */
export function notDeletedPart({ name }: Table, userId: string): TransactionPart {
  return {
    ConditionCheck: {
      TableName: name,
      Key: deletionKey(userId),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }
}

/** Accounts whose profile is gone and whose Cognito identity is not yet (decision D27). */
export function deletionsOf(table: Table) {
  /** The ids of accounts whose deletion broke off half-way: a handful at most. */
  async function listUnfinished(): Promise<string[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :deletions',
      FilterExpression: 'attribute_not_exists(doneAt)',
      ExpressionAttributeValues: { ':deletions': DELETIONS },
    })
    return items.map((item) => parseItem(StoredDeletion, item).userId)
  }

  /** Remembers for a day that nothing of the account is left. One update; repeating it does no harm. */
  async function finish(userId: string, now: Date): Promise<void> {
    await update(table, {
      Key: deletionKey(userId),
      UpdateExpression: 'SET doneAt = :now, userId = :id, expiresAt = :expires',
      ExpressionAttributeValues: {
        ':now': now.toISOString(),
        ':id': userId,
        ':expires': Math.ceil((now.getTime() + REMEMBERED_MS) / 1000),
      },
    })
  }

  return { listUnfinished, finish }
}

export type Deletions = ReturnType<typeof deletionsOf>
