import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { accessChangePart } from './access-changes.ts'
import { type AddressedAccount, noAccountPart } from './addresses.ts'
import { attempt } from './attempt.ts'
import { auditParts } from './audit.ts'
import type { Table } from './client.ts'
import { countingParts } from './counters.ts'
import { cursorOf, type Page, positionOf } from './cursor.ts'
import { BLOCKED, blockedKey, userIndexKeys, userKey } from './keys.ts'
import { type Lookup, parseItem, queryPage } from './read.ts'
import { putMany, type TransactionPart, writeTogether } from './write.ts'

/** The account behind a blocked address, as unblocking counts it: nothing of it changes while it is blocked. */
const StoredAccount = v.object({
  id: v.string(),
  isPremium: v.boolean(),
  premiumUntil: v.nullable(v.string()),
  createdAt: v.string(),
})
export type BlockedAccount = v.InferOutput<typeof StoredAccount>

const StoredBlock = v.object({
  email: v.string(),
  reason: v.string(),
  blockedAt: v.string(),
  /** An owner's address, or SYSTEM. */
  blockedBy: v.string(),
  /** Null: there was none when it was blocked. */
  account: v.optional(v.nullable(StoredAccount), null),
})

/** An address that may neither sign up nor sign in, with or without an account (decision D26). */
export type BlockedEmail = v.InferOutput<typeof StoredBlock>

/** The block of a normalised address; null where there is none. */
export function blockLookup(email: string): Lookup<BlockedEmail | null> {
  return { key: blockedKey(email), parse: (item) => (item ? parseItem(StoredBlock, item) : null) }
}

const EMAIL_SORT_KEY = /^[!-~]{3,254}$/

/** The blocked addresses, with the accounts behind them (decision D26). */
export function createBlockedEmails(table: Table) {
  const { client, name } = table

  /** The block of a normalised address, as last written. One consistent read. */
  async function find(email: string): Promise<BlockedEmail | null> {
    const { Item } = await attempt(() =>
      client.send(new GetCommand({ TableName: name, Key: blockedKey(email), ConsistentRead: true })),
    )
    return Item ? parseItem(StoredBlock, Item) : null
  }

  /**
   * Blocked addresses in alphabetical order: one query a page.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  async function list({
    limit,
    cursor,
  }: {
    limit: number
    cursor?: string | undefined
  }): Promise<Page<BlockedEmail>> {
    const { items } = await queryPage(table, {
      KeyConditionExpression: 'pk = :blocked',
      ExpressionAttributeValues: { ':blocked': BLOCKED },
      // One more than shown tells whether there is a next page.
      Limit: limit + 1,
      ...(cursor !== undefined && {
        ExclusiveStartKey: { pk: BLOCKED, sk: positionOf(cursor, EMAIL_SORT_KEY) },
      }),
    })
    const blocks = items.slice(0, limit).map((item) => parseItem(StoredBlock, item))
    const last = items.length > limit ? blocks.at(-1) : undefined
    return { items: blocks, nextCursor: last ? cursorOf(last.email) : null }
  }

  /**
   * Blocks an address: ends the session of its account, takes it from every list and count, and notes that Cognito is
   * still to hear of it, with the audit entry. One transaction.
   * @param account what stands at the address; never an admin's
   * @returns whether the address was not blocked before
   * @throws DomainError CONFLICT when the account changed, came or went since it was read
   */
  async function block(
    account: AddressedAccount | null,
    blocked: Omit<BlockedEmail, 'account'>,
    entry: AuditEntry,
  ) {
    const { email, blockedAt } = blocked
    const snapshot = account && v.parse(StoredAccount, account)
    const failed = await writeTogether(table, [
      {
        Put: {
          TableName: name,
          Item: { ...blockedKey(email), ...blocked, account: snapshot },
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      ...(snapshot ? accountBlocking(snapshot, blockedAt) : [noAccountPart(table, email)]),
      ...auditParts(table, entry),
    ])
    if (failed.length === 0) return true
    if (failed.includes(0)) return false
    throw new DomainError('CONFLICT')
  }

  /**
   * Takes a block back, with the audit entry: the account is listed and counted as before. One transaction; two when the
   * account was deleted while it was blocked.
   * @returns whether the address was still blocked
   */
  async function unblock(blocked: BlockedEmail, entry: AuditEntry): Promise<boolean> {
    const { email, blockedAt, account } = blocked
    const failed = await writeTogether(table, [
      {
        Delete: {
          TableName: name,
          Key: blockedKey(email),
          ConditionExpression: 'blockedAt = :seen',
          ExpressionAttributeValues: { ':seen': blockedAt },
        },
      },
      ...(account ? accountUnblocking(account, entry.createdAt) : []),
      ...auditParts(table, entry),
    ])
    if (failed.length === 0) return true
    if (failed.includes(0) || account === null) return false
    return unblock({ ...blocked, account: null }, entry)
  }

  /** Writes blocks over whatever is there, for seeding. */
  async function putAll(
    blocks: readonly (Omit<BlockedEmail, 'account'> & Partial<BlockedEmail>)[],
  ): Promise<void> {
    await putMany(
      table,
      blocks.map((item) => ({ ...blockedKey(item.email), ...item })),
    )
  }

  function accountBlocking(account: BlockedAccount, at: string): TransactionPart[] {
    return [
      {
        Update: {
          TableName: name,
          Key: userKey(account.id),
          UpdateExpression:
            'SET blockedAt = :at, updatedAt = :at REMOVE lease, gsi1pk, gsi1sk, gsi3pk, gsi3sk',
          ConditionExpression:
            'attribute_not_exists(blockedAt) AND isAdmin = :no AND isPremium = :premium AND premiumUntil = :until',
          ExpressionAttributeValues: {
            ':at': at,
            ':no': false,
            ':premium': account.isPremium,
            ':until': account.premiumUntil,
          },
        },
      },
      ...countingParts(table, unblocked(account), null, new Date(at)),
      accessChangePart(table, account.id, at),
    ]
  }

  function accountUnblocking(account: BlockedAccount, at: string): TransactionPart[] {
    const keys = userIndexKeys(account)
    const sets = Object.keys(keys).map((key) => `${key} = :${key}`)
    return [
      {
        Update: {
          TableName: name,
          Key: userKey(account.id),
          UpdateExpression: `SET updatedAt = :at, ${sets.join(', ')} REMOVE blockedAt`,
          ConditionExpression: 'attribute_exists(blockedAt)',
          ExpressionAttributeValues: {
            ':at': at,
            ...Object.fromEntries(Object.entries(keys).map(([key, value]) => [`:${key}`, value])),
          },
        },
      },
      ...countingParts(table, { ...unblocked(account), blockedAt: at }, unblocked(account), new Date(at)),
      accessChangePart(table, account.id, at),
    ]
  }

  return { find, list, block, unblock, putAll }
}

export type BlockedEmails = ReturnType<typeof createBlockedEmails>

function unblocked(account: BlockedAccount) {
  return { ...account, blockedAt: null }
}
