import * as v from 'valibot'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { Actor, type AuditEntry, actorLabel } from '#shared/entities/audit-entry.ts'
import { FREED_FOR_NOTICE, Notice } from '#shared/entities/notice.ts'
import { NOTICES, noticeId, noticeKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { parseItem, queryAll } from './table/read.ts'
import { type TransactionPart, updateIf } from './table/write.ts'

const KEPT_SECONDS = 90 * 86_400

const StoredNotice = v.object({
  ...v.omit(Notice, ['actor']).entries,
  actor: Actor,
  /** Number of documents that each owner has acknowledged, by the owner's address. */
  acknowledged: v.record(v.string(), v.number()),
})

/** The state of a document before and after a change; `before` is null for a new document. */
type Freedom = { before: { isFree: boolean } | null; after: { isFree: boolean } }

/**
 * Returns the write that counts the documents that become free, for the transaction of the changes; none where there
 * are none.
 */
export function freedPart(
  { name }: Table,
  changes: readonly Freedom[],
  entry: AuditEntry | undefined,
): TransactionPart[] {
  const freed = changes.filter(({ before, after }) => after.isFree && !before?.isFree).length
  if (freed === 0 || !entry) return []
  const { actor, createdAt } = entry
  const day = moroccanDay(new Date(createdAt))
  const id = noticeId(actor, day)
  return [
    {
      Update: {
        TableName: name,
        Key: noticeKey(id),
        UpdateExpression: `SET id = :id, actor = :actor, #day = :day, #first = if_not_exists(#first, :at), #last = :at,
          acknowledged = if_not_exists(acknowledged, :none), expiresAt = :expires ADD documents :freed`,
        ExpressionAttributeNames: { '#day': 'day', '#first': 'first', '#last': 'last' },
        ExpressionAttributeValues: {
          ':id': id,
          ':actor': actor,
          ':day': day,
          ':at': createdAt,
          ':none': {},
          ':expires': Math.ceil(Date.parse(createdAt) / 1_000) + KEPT_SECONDS,
          ':freed': freed,
        },
      },
    },
  ]
}

/** Reads the days on which one actor made many documents free, and stores the owners' acknowledgements. */
export function createNotices(table: Table) {
  /**
   * Returns the notices about other actors that an owner has not acknowledged, newest first. One query; an item for
   * each actor and day.
   */
  async function listOpen(owner: string): Promise<Notice[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :notices',
      ExpressionAttributeValues: { ':notices': NOTICES },
      ScanIndexForward: false,
    })
    return items
      .map((item) => parseItem(StoredNotice, item))
      .filter(
        ({ actor, documents, acknowledged }) =>
          actorLabel(actor) !== owner && documents - (acknowledged[owner] ?? 0) >= FREED_FOR_NOTICE,
      )
      .map(({ id, actor, day, first, last, documents }) => ({
        id,
        actor: actorLabel(actor),
        day,
        first,
        last,
        documents,
      }))
  }

  /**
   * Stores that an owner has seen so many documents of a notice. Other owners still see it. One conditional update.
   * @throws DomainError NOT_FOUND when there is no such notice of another actor with so many documents
   */
  async function acknowledge(id: string, owner: string, documents: number): Promise<void> {
    const { outcome } = await updateIf(table, {
      Key: noticeKey(id),
      UpdateExpression: 'SET acknowledged.#owner = :documents',
      ConditionExpression:
        'documents >= :documents AND (attribute_not_exists(actor.email) OR actor.email <> :owner)',
      ExpressionAttributeNames: { '#owner': owner },
      ExpressionAttributeValues: { ':documents': documents, ':owner': owner },
    })
    if (outcome === 'refused') throw new DomainError('NOT_FOUND')
  }

  return { listOpen, acknowledge }
}
