import { DeleteCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { Question } from '#shared/entities/question.ts'
import {
  DELETIONS,
  deletionKey,
  paymentRequestPrefix,
  publishedAnswerKey,
  questionPrefix,
  userKey,
} from './keys.ts'
import { parsePaymentRequest, receiptFile } from './payment-request-parts.ts'
import { attempt } from './table/attempt.ts'
import type { Table } from './table/client.ts'
import { parseItem, queryAll, StoredKey } from './table/read.ts'
import type { ItemKey } from './table/table-shape.ts'
import { type TransactionPart, update } from './table/write.ts'

/**
 * Time for which a finished deletion is remembered, in milliseconds. A sign-in or a reconciliation that read the
 * account just before must not create its profile again, and the daily reconciliation, which runs at least once in two
 * days, removes what a concurrent call wrote after the deletion.
 */
const REMEMBERED_MS = 48 * 3_600_000

/** A student has a few dozen chapters, examinations and reports. Items. */
const DELETED_AT_ONCE = 50

const StoredDeletion = v.object({ userId: v.string(), doneAt: v.optional(v.string()) })

/** An account that is being deleted, or was deleted within the last two days. */
export type Deletion = { userId: string; isDone: boolean }

/** Returns the write that begins a deletion, for the transaction that deletes the profile. */
export function deletionPart({ name }: Table, userId: string, at: string): TransactionPart {
  return { Put: { TableName: name, Item: { ...deletionKey(userId), userId, begunAt: at } } }
}

/** Returns the condition that the account is not being deleted and was not deleted within two days. */
export function notDeletedPart({ name }: Table, userId: string): TransactionPart {
  return {
    ConditionCheck: {
      TableName: name,
      Key: deletionKey(userId),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }
}

/** Reads and writes the deletions of accounts, whose Cognito identity may still exist. */
export function createDeletions(table: Table) {
  const { client, name } = table

  /** Returns the deletions of the last two days, and older ones that were interrupted. One query. */
  async function listRemembered(): Promise<Deletion[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :deletions',
      ExpressionAttributeValues: { ':deletions': DELETIONS },
    })
    return items
      .map((item) => parseItem(StoredDeletion, item))
      .map(({ userId, doneAt }) => ({ userId, isDone: doneAt !== undefined }))
  }

  /** Notes for two days that nothing of the account is left. One update. */
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

  /**
   * Deletes all other items of the account: marks, examinations, reports, payment requests and questions, with their
   * published answers. One query for each megabyte, and one delete an item.
   * @param removeReceipts deletes the pictures of receipts by their names, before the requests that name them
   */
  async function removeOwnItems(
    userId: string,
    removeReceipts: (files: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const { pk, sk } = userKey(userId)
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :user',
      ExpressionAttributeValues: { ':user': pk },
      ConsistentRead: true,
    })
    const beside = items.filter((item) => item['sk'] !== sk)
    await removeReceipts(beside.flatMap(receiptFilesOf))
    // A question is deleted after its published answer, which it alone names.
    await removeKeys(beside.flatMap(publishedAnswersOf))
    await removeKeys(beside.map((item) => parseItem(StoredKey, item)))
  }

  async function removeKeys(keys: readonly ItemKey[]): Promise<void> {
    for (let from = 0; from < keys.length; from += DELETED_AT_ONCE)
      await Promise.all(
        keys
          .slice(from, from + DELETED_AT_ONCE)
          .map((Key) => attempt(() => client.send(new DeleteCommand({ TableName: name, Key })))),
      )
  }

  return { listRemembered, finish, removeOwnItems }
}

/** Returns the names of the pictures in an item. */
function receiptFilesOf(item: Record<string, unknown>): string[] {
  if (!String(item['sk']).startsWith(paymentRequestPrefix)) return []
  const { id, receipt } = parsePaymentRequest(item)
  return receipt ? [receiptFile(id, receipt.digest)] : []
}

function publishedAnswersOf(item: Record<string, unknown>): ItemKey[] {
  if (!String(item['sk']).startsWith(questionPrefix)) return []
  const { publication } = parseItem(Question, item)
  return publication ? [publishedAnswerKey(publication.id)] : []
}

export type Deletions = ReturnType<typeof createDeletions>
