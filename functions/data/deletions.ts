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
import { paymentRequestKind, receiptFile } from './payment-request-parts.ts'
import type { Table } from './table/client.ts'
import { listPartition, queryAll } from './table/query.ts'
import { parseItem, StoredKey } from './table/read.ts'
import type { Item, ItemKey } from './table/table-shape.ts'
import { checkPart, putPart, type TransactionPart } from './table/transaction.ts'
import { remove, update } from './table/write.ts'

/**
 * A finished deletion is remembered: a sign-in or a reconciliation that read the account just before must not create
 * its profile again, and the daily reconciliation removes what a concurrent call wrote. Milliseconds.
 */
const REMEMBERED_MS = 48 * 3_600_000

/** A student has a few dozen chapters, examinations and reports. Items. */
const DELETED_AT_ONCE = 50

const StoredDeletion = v.object({ userId: v.string(), doneAt: v.optional(v.string()) })

export function deletionPart(table: Table, userId: string, at: string): TransactionPart {
  return putPart(table, { ...deletionKey(userId), userId, begunAt: at }, {})
}

/** Returns the condition that the account is not being deleted and was not deleted within two days. */
export function notDeletedPart(table: Table, userId: string): TransactionPart {
  return checkPart(table, deletionKey(userId), { exists: false })
}

export function createDeletions(table: Table) {
  async function listRemembered() {
    const stored = await listPartition(table, StoredDeletion, { partition: DELETIONS })
    return stored.map(({ userId, doneAt }) => ({ userId, isDone: doneAt !== undefined }))
  }

  async function finish(userId: string, now: Date): Promise<void> {
    const expiresAt = Math.ceil((now.getTime() + REMEMBERED_MS) / 1000)
    await update(table, deletionKey(userId), { set: { doneAt: now.toISOString(), userId, expiresAt } })
  }

  /** Deletes all other items of the account, pictures of receipts before the requests that name them. */
  async function removeOwnItems(
    userId: string,
    removeReceipts: (files: readonly string[]) => Promise<void>,
  ): Promise<void> {
    const { pk, sk } = userKey(userId)
    const items = await queryAll(table, { partition: pk, isConsistent: true })
    const beside = items.filter((item) => item['sk'] !== sk)
    await removeReceipts(beside.flatMap(receiptFilesOf))
    // A question is deleted after its published answer, which it alone names.
    await removeKeys(beside.flatMap(publishedAnswersOf))
    await removeKeys(beside.map((item) => parseItem(StoredKey, item)))
  }

  async function removeKeys(keys: readonly ItemKey[]): Promise<void> {
    for (let from = 0; from < keys.length; from += DELETED_AT_ONCE)
      await Promise.all(keys.slice(from, from + DELETED_AT_ONCE).map((key) => remove(table, key)))
  }

  return { listRemembered, finish, removeOwnItems }
}

function receiptFilesOf(item: Item): string[] {
  if (!String(item['sk']).startsWith(paymentRequestPrefix)) return []
  const { id, receipt } = paymentRequestKind.parse(item)
  return receipt ? [receiptFile(id, receipt)] : []
}

function publishedAnswersOf(item: Item): ItemKey[] {
  if (!String(item['sk']).startsWith(questionPrefix)) return []
  const { publication } = parseItem(Question, item)
  return publication ? [publishedAnswerKey(publication.id)] : []
}
