import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { type Card, CardBatch } from '#shared/entities/card.ts'
import { auditParts, writeAudited } from './audit-entry.ts'
import { cardBatchKind, cardKind, createCardUses } from './card-uses.ts'
import { CARD_BATCHES, CARDS, cardBatchKey, cardKey } from './keys.ts'
import type { Table } from './table/client.ts'
import type { PageQuery } from './table/cursor.ts'
import { listByAge } from './table/list-by-age.ts'
import { listPartition } from './table/query.ts'
import type { ItemKey } from './table/table-shape.ts'
import { changePart, putPart, writeTogether } from './table/transaction.ts'
import { putMany, type WriteResult } from './table/write.ts'

/** DynamoDB takes at most 100 items a transaction. */
const TRANSACTION_SIZE = 100

const derive = promisify<string, string, number, { N: number; r: number; p: number }, Buffer>(scrypt)

/**
 * Returns the id under which a code is stored. The hash is slow on purpose, so that a reader of the table cannot find
 * the 55 random bits of a code by trial. The salt is the same for all, since a card is found by its code alone.
 */
export async function cardId(code: string): Promise<string> {
  return (await derive(code, 'premium-card', 32, { N: 1_024, r: 8, p: 1 })).toString('base64url')
}

/** Reads and writes the printed cards that give Premium, and their batches. */
export function createCards(table: Table) {
  /** Returns every batch, newest first. One query: an owner creates some dozens a year. */
  async function listBatches(): Promise<CardBatch[]> {
    const batches = await listPartition(table, CardBatch, { partition: CARD_BATCHES })
    return batches.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  }

  /**
   * Stores a batch with its audit entry and as many cards as a transaction takes, then the other cards. A call that
   * fails in between leaves a batch whose codes were never shown; the owner revokes it. It is overtaken when there is a
   * batch of this id, or a card of one of these codes: then not every card is stored.
   */
  async function createBatch(
    batch: CardBatch,
    cards: readonly Card[],
    entry: AuditEntry,
  ): Promise<WriteResult> {
    // A batch of writes would need a right that allows overwriting the log.
    const parts = [
      putPart(table, cardBatchKind.item(batch)),
      ...auditParts(table, entry),
      ...cards.map((card) => putPart(table, cardKind.item(card))),
    ]
    for (let at = 0; at < parts.length; at += TRANSACTION_SIZE)
      if ((await writeTogether(table, parts.slice(at, at + TRANSACTION_SIZE))) === 'overtaken')
        return 'overtaken'
    return 'written'
  }

  const putAll = (batches: readonly CardBatch[], cards: readonly Card[]) =>
    putMany(table, [...batches.map(cardBatchKind.item), ...cards.map(cardKind.item)])

  function revoke(key: ItemKey, entry: AuditEntry): Promise<WriteResult> {
    const change = {
      exists: true,
      seen: { revokedAt: undefined, usedAt: undefined },
      set: { revokedAt: entry.createdAt },
    }
    return writeAudited(table, entry, changePart(table, key, change))
  }

  return {
    listBatches,
    listCards: (query: PageQuery & { search: string }) =>
      listByAge(table, { kind: cardKind, partition: CARDS }, query),
    findBatch: (id: string) => cardBatchKind.find(table, id),
    findCard: (id: string) => cardKind.find(table, id),
    createBatch,
    putAll,
    ...createCardUses(table),
    /** Revokes a batch, so that its unused cards are refused from now on. */
    revokeBatch: ({ id }: CardBatch, entry: AuditEntry) => revoke(cardBatchKey(id), entry),
    revokeCard: ({ id }: Card, entry: AuditEntry) => revoke(cardKey(id), entry),
  }
}
