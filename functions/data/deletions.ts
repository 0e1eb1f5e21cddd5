import * as v from 'valibot'
import type { Table } from './client.ts'
import { DELETIONS, deletionKey } from './keys.ts'
import { parseItem, queryAll } from './read.ts'
import { type TransactionPart, update } from './write.ts'

/**
 * How long a finished deletion is remembered: whoever has read the account just before it went (a sign-in, a page of
 * the reconciliation) must not bring its profile back, and what a call that was under way wrote after it is removed by a
 * run of the daily reconciliation, of which two days hold at least one. Milliseconds.
 */
const REMEMBERED_MS = 48 * 3_600_000

const StoredDeletion = v.object({ userId: v.string(), doneAt: v.optional(v.string()) })

/** An account on its way out, or gone within the last two days. */
export type Deletion = { userId: string; isDone: boolean }

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

/** Accounts whose profile is gone, with or without their Cognito identity (decision D27). */
export function createDeletions(table: Table) {
  /** The deletions of the last two days, and older ones that broke off half-way. One query. */
  async function listRemembered(): Promise<Deletion[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :deletions',
      ExpressionAttributeValues: { ':deletions': DELETIONS },
    })
    return items
      .map((item) => parseItem(StoredDeletion, item))
      .map(({ userId, doneAt }) => ({ userId, isDone: doneAt !== undefined }))
  }

  /** Remembers for two days that nothing of the account is left. One update; repeating it does no harm. */
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

  return { listRemembered, finish }
}

export type Deletions = ReturnType<typeof createDeletions>
