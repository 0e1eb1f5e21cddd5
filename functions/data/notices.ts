import * as v from 'valibot'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { Actor, type AuditEntry, actorLabel } from '#shared/entities/audit-entry.ts'
import { FREED_FOR_NOTICE, Notice } from '#shared/entities/notice.ts'
import { NOTICES, noticeId, noticeKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { listPartition } from './table/query.ts'
import { changePart, type TransactionPart } from './table/transaction.ts'
import { updateIf } from './table/write.ts'

const KEPT_SECONDS = 90 * 86_400

const StoredNotice = v.object({
  ...v.omit(Notice, ['actor']).entries,
  actor: Actor,
  acknowledged: v.record(v.string(), v.number()),
})

type Freedom = { before: { isFree: boolean } | null; after: { isFree: boolean } }

export function freedParts(
  table: Table,
  changes: readonly Freedom[],
  entry: AuditEntry | undefined,
): TransactionPart[] {
  const freed = changes.filter(({ before, after }) => after.isFree && !before?.isFree).length
  if (freed === 0 || !entry) return []
  const { actor, createdAt } = entry
  const day = moroccanDay(new Date(createdAt))
  const id = noticeId(actor, day)
  const expiresAt = Math.ceil(Date.parse(createdAt) / 1_000) + KEPT_SECONDS
  return [
    changePart(table, noticeKey(id), {
      set: { id, actor, day, last: createdAt, expiresAt },
      setOnce: { first: createdAt, acknowledged: {} },
      add: { documents: freed },
    }),
  ]
}

export function createNotices(table: Table) {
  async function listOpen(owner: string): Promise<Notice[]> {
    const notices = await listPartition(table, StoredNotice, { partition: NOTICES, isDescending: true })
    return notices
      .filter(
        ({ actor, documents, acknowledged }) =>
          actorLabel(actor) !== owner && documents - (acknowledged[owner] ?? 0) >= FREED_FOR_NOTICE,
      )
      .map((notice) => {
        const { acknowledged: _, actor, ...shown } = notice
        return { ...shown, actor: actorLabel(actor) }
      })
  }

  /** @throws DomainError NOT_FOUND for no such notice of another actor with so many documents */
  async function acknowledge(id: string, owner: string, documents: number): Promise<void> {
    const { outcome } = await updateIf(table, noticeKey(id), {
      set: { 'acknowledged.owner': documents },
      names: { owner },
      where: 'documents >= :documents AND (attribute_not_exists(actor.email) OR actor.email <> :owner)',
      values: { documents, owner },
    })
    if (outcome === 'refused') throw new DomainError('NOT_FOUND')
  }

  return { listOpen, acknowledge }
}
