import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { foldText } from '#shared/domain/fold-text.ts'
import { heldText } from '#shared/domain/premium/ledger.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { Card, CardBatch } from '#shared/entities/card.ts'
import { orNull } from '#shared/entities/fields.ts'
import type { LedgerEntry } from '#shared/entities/ledger-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { auditExpiry, auditParts, premiumValues, writeAudited } from './audit.ts'
import { activationParts } from './counters.ts'
import { CARD_BATCHES, CARDS, cardBatchKey, cardIndexKeys, cardKey, userKey } from './keys.ts'
import { ledgerParts } from './ledger.ts'
import { StoredUser, userKind } from './stored-user.ts'
import type { Table } from './table/client.ts'
import { type Condition } from './table/expression.ts'
import { kind } from './table/kind.ts'
import { listByAge } from './table/list-by-age.ts'
import { listPartition, type PageQuery } from './table/query.ts'
import type { ItemKey } from './table/table-shape.ts'
import { changePart, putPart, type TransactionPart, updatePart, writeTogether } from './table/transaction.ts'
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

const DAY_SECONDS = 86_400
/** An unused card is deleted a year after its last day. Days. */
const KEPT_DAYS = 366
/** Follows the last day in items of earlier versions, which stored the instant at which Premium ended. */
const END_BEFORE_DAYS = 'T23:00:00.000Z'

const StoredPremium = orNull(v.pick(StoredUser, ['isPremium', 'premiumUntil', 'payment']))

const cardKind = kind({
  schema: v.object({ ...Card.entries, before: StoredPremium, after: StoredPremium }),
  key: cardKey,
  id: ({ id }) => id,
  derived: (card) => ({
    ...cardIndexKeys(card),
    searchText: foldText([card.serial, card.ending, card.label, card.email ?? ''].join(' ')),
    expiresAt: Math.ceil(Date.parse(card.validUntil) / 1_000) + KEPT_DAYS * DAY_SECONDS,
  }),
})

const cardBatchKind = kind({ schema: CardBatch, key: cardBatchKey, id: ({ id }) => id })

export type UsedCard = Card & {
  [Field in 'usedAt' | 'userId' | 'email' | 'before' | 'after']: NonNullable<Card[Field]>
}

function createCardUses(table: Table) {
  function redeem(
    card: Card,
    before: User,
    after: User,
    entry: AuditEntry,
    paid: readonly LedgerEntry[],
  ): Promise<WriteResult> {
    const used = cardKind.item({
      ...card,
      usedAt: entry.createdAt,
      userId: before.id,
      email: before.email,
      before: premiumValues(before),
      after: premiumValues(after),
    })
    const usable = { exists: true, seen: { usedAt: undefined, revokedAt: undefined } }
    return writeAudited(
      table,
      entry,
      putPart(table, { ...used, expiresAt: auditExpiry(table, entry.createdAt) }, usable),
      countPart(card, 1, { revokedAt: undefined }),
      updatePart(table, userKind, { before, after }),
      ...activationParts(table, before, after, new Date(entry.createdAt)),
      ...ledgerParts(table, paid),
    )
  }

  /** Takes a card's activation back: the card is unused again, the account's Premium as it was before. */
  function undo(card: UsedCard, entry: AuditEntry, takenBack: LedgerEntry): Promise<WriteResult> {
    const { usedAt, userId } = card
    const unused = { ...card, usedAt: null, userId: null, email: null, before: null, after: null }
    return writeAudited(
      table,
      entry,
      putPart(table, cardKind.item(unused), { seen: { usedAt, userId } }),
      countPart(card, -1),
      premiumPart(card, entry.createdAt, takenBack),
      ...ledgerParts(table, [takenBack]),
    )
  }

  /** Gives the account the Premium that it had before the card, if its Premium is still as the card left it. */
  function premiumPart(
    { userId, before, after }: UsedCard,
    updatedAt: string,
    { of, amount }: LedgerEntry,
  ): TransactionPart {
    const { isPremium, premiumUntil, payment } = after
    return changePart(table, userKey(userId), {
      seen: {
        isPremium,
        payment: payment ?? undefined,
        ...(premiumUntil === null && { premiumUntil: undefined }),
      },
      ...(premiumUntil !== null && {
        oneOf: { premiumUntil: [premiumUntil, `${premiumUntil}${END_BEFORE_DAYS}`] },
      }),
      set: {
        updatedAt,
        isPremium: before.isPremium,
        premiumUntil: before.premiumUntil ?? undefined,
        payment: before.payment ?? undefined,
        // A free account is not in the list of Premium accounts.
        ...(!before.isPremium && { gsi3pk: undefined, gsi3sk: undefined }),
      },
      subtract: { held: new Set([heldText({ id: of ?? '', amount: -amount })]) },
    })
  }

  const countPart = ({ batchId }: Card, by: 1 | -1, seen: Condition['seen'] = {}) =>
    changePart(table, cardBatchKey(batchId), { exists: true, seen, add: { used: by } })

  return { redeem, undo }
}

export function createCards(table: Table) {
  async function listBatches(): Promise<CardBatch[]> {
    const batches = await listPartition(table, CardBatch, { partition: CARD_BATCHES })
    return batches.toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  }

  /**
   * Stores as many cards as a transaction takes with the batch, then the others. A call that fails in between leaves a
   * batch whose codes were never shown; the owner revokes it. It conflicts when there is a batch of this id, or a
   * card of one of these codes.
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
      if ((await writeTogether(table, parts.slice(at, at + TRANSACTION_SIZE))) === 'conflict')
        return 'conflict'
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
    revokeBatch: ({ id }: CardBatch, entry: AuditEntry) => revoke(cardBatchKey(id), entry),
    revokeCard: ({ id }: Card, entry: AuditEntry) => revoke(cardKey(id), entry),
  }
}
