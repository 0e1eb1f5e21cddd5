import { scrypt } from 'node:crypto'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { foldText } from '#shared/domain/fold-text.ts'
import type { PremiumState } from '#shared/domain/premium/premium.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { Card, CardBatch } from '#shared/entities/card.ts'
import { orNull } from '#shared/entities/fields.ts'
import type { User } from '#shared/entities/user.ts'
import { auditExpiry, auditParts } from './audit.ts'
import { premiumValues } from './audit-entry.ts'
import { activationParts } from './counters.ts'
import { StoredUser, userItem, withoutNulls } from './items.ts'
import { CARD_BATCHES, CARDS, cardBatchKey, cardIndexKeys, cardKey, userKey } from './keys.ts'
import type { Table } from './table/client.ts'
import type { Page, PageQuery } from './table/cursor.ts'
import { type ListByAge, listByAge } from './table/list-by-age.ts'
import { parseItem, queryAll, readOne } from './table/read.ts'
import { type ItemKey, type StoredItem, tableShape } from './table/table-shape.ts'
import {
  putMany,
  putPart,
  type TransactionPart,
  updatePart,
  type WriteResult,
  writeTogether,
} from './table/write.ts'

const DAY_SECONDS = 86_400
/** An unused card is deleted a year after its last day. Days. */
const KEPT_DAYS = 366
/** Follows the last day in items of earlier versions, which stored the instant at which Premium ended. */
const END_BEFORE_DAYS = 'T23:00:00.000Z'
/** DynamoDB takes at most 100 items a transaction. */
const TRANSACTION_SIZE = 100

const StoredPremium = orNull(v.pick(StoredUser, ['isPremium', 'premiumUntil', 'payment']))
const StoredCard = v.object({ ...Card.entries, before: StoredPremium, after: StoredPremium })

const parseCard = (item: unknown): Card => parseItem(StoredCard, item)

const cardList: ListByAge<Card> = {
  index: tableShape.indexes.newest,
  partition: CARDS,
  keyOf: cardKey,
  parse: parseCard,
}

/** A card with the account that used it. */
export type UsedCard = Card & { userId: string; email: string; before: PremiumState; after: PremiumState }

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
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :batches',
      ExpressionAttributeValues: { ':batches': CARD_BATCHES },
    })
    return items
      .map((item) => parseItem(CardBatch, item))
      .toSorted((one, other) => other.createdAt.localeCompare(one.createdAt))
  }

  /** Returns a page of the cards, or of those that a search finds, as {@link listByAge}. */
  async function listCards(query: PageQuery & { search: string }): Promise<Page<Card>> {
    const { items, nextCursor } = await listByAge(table, cardList, query)
    return { items, nextCursor }
  }

  /** Returns a batch, or null. One consistent read. */
  function findBatch(id: string): Promise<CardBatch | null> {
    return readOne(table, {
      key: cardBatchKey(id),
      parse: (item) => (item ? parseItem(CardBatch, item) : null),
    })
  }

  /** Returns a card, or null. One consistent read. */
  function findCard(id: string): Promise<Card | null> {
    return readOne(table, { key: cardKey(id), parse: (item) => (item ? parseCard(item) : null) })
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
      putPart(table, batchItem(batch)),
      ...auditParts(table, entry),
      ...cards.map((card) => putPart(table, cardItem(card))),
    ]
    for (let at = 0; at < parts.length; at += TRANSACTION_SIZE)
      if ((await writeTogether(table, parts.slice(at, at + TRANSACTION_SIZE))) === 'overtaken')
        return 'overtaken'
    return 'written'
  }

  /** Writes batches and cards over existing ones, for seeding. */
  async function putAll(batches: readonly CardBatch[], cards: readonly Card[]): Promise<void> {
    await putMany(table, [...batches.map(batchItem), ...cards.map((card) => cardItem(card))])
  }

  /**
   * Uses a card for an account: one transaction with the batch's count, the profile, the audit entry and the count of
   * activations. It is overtaken when card, batch or account changed since they were read.
   */
  async function redeem(card: Card, before: User, after: User, entry: AuditEntry): Promise<WriteResult> {
    const used: Card = {
      ...card,
      usedAt: entry.createdAt,
      userId: before.id,
      email: before.email,
      before: premiumValues(before),
      after: premiumValues(after),
    }
    return writeTogether(table, [
      {
        Put: {
          TableName: table.name,
          Item: cardItem(used, auditExpiry(entry, table.auditRetentionDays)),
          ConditionExpression:
            'attribute_exists(pk) AND attribute_not_exists(usedAt) AND attribute_not_exists(revokedAt)',
        },
      },
      countUsePart(card.batchId, 1, 'attribute_exists(pk) AND attribute_not_exists(revokedAt)'),
      updatePart(table, userItem(before), userItem(after)),
      ...activationParts(table, before, after, new Date(entry.createdAt)),
      ...auditParts(table, entry),
    ])
  }

  /**
   * Takes a card's activation back: the card is unused again, the account's Premium as it was before. One transaction. It
   * is overtaken when the card or the account's Premium changed since.
   */
  async function undo(card: UsedCard, entry: AuditEntry): Promise<WriteResult> {
    const unused = { ...card, usedAt: null, userId: null, email: null, before: null, after: null }
    return writeTogether(table, [
      {
        Put: {
          TableName: table.name,
          Item: cardItem(unused),
          ConditionExpression: 'usedAt = :seen AND userId = :user',
          ExpressionAttributeValues: { ':seen': card.usedAt, ':user': card.userId },
        },
      },
      countUsePart(card.batchId, -1, 'attribute_exists(pk)'),
      premiumPart(card, entry.createdAt),
      ...auditParts(table, entry),
    ])
  }

  /** Gives the account the Premium that it had before the card, if its Premium is still as the card left it. */
  function premiumPart({ userId, before, after }: UsedCard, at: string): TransactionPart {
    const wanted = withoutNulls(before)
    const seen = Object.entries(withoutNulls(after)).map(([field, value]) => {
      const stored = field === 'premiumUntil' ? [value, `${after.premiumUntil}${END_BEFORE_DAYS}`] : [value]
      return { field, stored, names: stored.map((_, index) => `:seen_${field}_${index}`) }
    })
    const fields = ['isPremium', 'premiumUntil', 'payment']
    const set = fields.filter((field) => field in wanted)
    // A free account is not in the list of Premium accounts.
    const removed = [
      ...fields.filter((field) => !(field in wanted)),
      ...(before.isPremium ? [] : ['gsi3pk', 'gsi3sk']),
    ]
    const conditions = fields.map((field) => {
      const names = seen.find((one) => one.field === field)?.names
      return names ? `${field} IN (${names.join(', ')})` : `attribute_not_exists(${field})`
    })
    return {
      Update: {
        TableName: table.name,
        Key: userKey(userId),
        UpdateExpression: `SET updatedAt = :at, ${set.map((field) => `${field} = :wanted_${field}`).join(', ')}${removed.length > 0 ? ` REMOVE ${removed.join(', ')}` : ''}`,
        ConditionExpression: conditions.join(' AND '),
        ExpressionAttributeValues: {
          ':at': at,
          ...Object.fromEntries(set.map((field) => [`:wanted_${field}`, wanted[field]])),
          ...Object.fromEntries(
            seen.flatMap(({ names, stored }) => names.map((name, index) => [name, stored[index]])),
          ),
        },
      },
    }
  }

  /** Revokes a batch, so that its unused cards are refused from now on. One transaction. */
  function revokeBatch({ id }: CardBatch, entry: AuditEntry): Promise<WriteResult> {
    return revoke(cardBatchKey(id), entry)
  }

  /** Revokes an unused card, which is refused from now on. One transaction. */
  function revokeCard({ id }: Card, entry: AuditEntry): Promise<WriteResult> {
    return revoke(cardKey(id), entry)
  }

  async function revoke(Key: ItemKey, entry: AuditEntry): Promise<WriteResult> {
    return writeTogether(table, [
      {
        Update: {
          TableName: table.name,
          Key,
          UpdateExpression: 'SET revokedAt = :at',
          ConditionExpression:
            'attribute_exists(pk) AND attribute_not_exists(revokedAt) AND attribute_not_exists(usedAt)',
          ExpressionAttributeValues: { ':at': entry.createdAt },
        },
      },
      ...auditParts(table, entry),
    ])
  }

  function countUsePart(batchId: string, by: 1 | -1, condition: string): TransactionPart {
    return {
      Update: {
        TableName: table.name,
        Key: cardBatchKey(batchId),
        UpdateExpression: 'ADD used :by',
        ConditionExpression: condition,
        ExpressionAttributeValues: { ':by': by },
      },
    }
  }

  return {
    listBatches,
    listCards,
    findBatch,
    findCard,
    createBatch,
    putAll,
    redeem,
    undo,
    revokeBatch,
    revokeCard,
  }
}

export type Cards = ReturnType<typeof createCards>

function batchItem(batch: CardBatch): StoredItem {
  return { ...cardBatchKey(batch.id), ...withoutNulls(batch) }
}

/** @param expiresAt epoch seconds; by default long after the last day of an unused card */
function cardItem(
  card: Card,
  expiresAt = Math.ceil(Date.parse(card.validUntil) / 1_000) + KEPT_DAYS * DAY_SECONDS,
): StoredItem {
  const { serial, ending, label, email, id } = card
  return {
    ...cardKey(id),
    ...cardIndexKeys(card),
    searchText: foldText([serial, ending, label, email ?? ''].join(' ')),
    ...withoutNulls(card),
    expiresAt,
  }
}
