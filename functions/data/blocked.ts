import { DomainError } from '#shared/domain/domain-error.ts'
import { laterThan } from '#shared/domain/instant.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { BlockedEmail } from '#shared/entities/blocked-email.ts'
import type { User } from '#shared/entities/user.ts'
import { accessChangePart } from './access-changes.ts'
import { auditParts } from './audit.ts'
import type { Table } from './client.ts'
import { countingParts } from './counters.ts'
import { decodeCursor, encodeCursor, type Page, type PageQuery } from './cursor.ts'
import { userItem } from './items.ts'
import { BLOCKED, blockedKey } from './keys.ts'
import { type Lookup, parseItem, queryPage, readOne } from './read.ts'
import { noAccountPart } from './users.ts'
import { putMany, putPart, type TransactionPart, updatePart, writeTogether } from './write.ts'

/** The block of a normalised address; null where there is none. */
export function blockLookup(email: string): Lookup<BlockedEmail | null> {
  return { key: blockedKey(email), parse: (item) => (item ? parseItem(BlockedEmail, item) : null) }
}

const EMAIL_SORT_KEY = /^[!-~]{3,254}$/

/** The blocked addresses, with or without accounts behind them. */
export function createBlockedEmails(table: Table) {
  /** The block of a normalised address, as last written. One consistent read. */
  async function find(email: string): Promise<BlockedEmail | null> {
    return readOne(table, blockLookup(email))
  }

  /**
   * Blocked addresses in alphabetical order: one query a page.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  async function list({ limit, cursor }: PageQuery): Promise<Page<BlockedEmail>> {
    const { items } = await queryPage(table, {
      KeyConditionExpression: 'pk = :blocked',
      ExpressionAttributeValues: { ':blocked': BLOCKED },
      // One more than shown tells whether there is a next page.
      Limit: limit + 1,
      ...(cursor !== undefined && {
        ExclusiveStartKey: { pk: BLOCKED, sk: decodeCursor(cursor, EMAIL_SORT_KEY) },
      }),
    })
    const blocks = items.slice(0, limit).map((item) => parseItem(BlockedEmail, item))
    const last = items.length > limit ? blocks.at(-1) : undefined
    return { items: blocks, nextCursor: last ? encodeCursor(last.email) : null }
  }

  /**
   * Blocks an address: ends the session of its account, takes it from every list and count, and notes that Cognito
   * must still be told, with the audit entry. One transaction.
   * @param account the account at the address; never an admin's
   * @returns whether the address was not blocked before
   * @throws DomainError CONFLICT when the account changed, was created or deleted since it was read
   */
  async function block(account: User | null, blocked: BlockedEmail, entry: AuditEntry): Promise<boolean> {
    const { email, blockedAt } = blocked
    const failed = await writeTogether(table, [
      putPart(table, blockItem(blocked)),
      ...(account ? accessParts(account, blockedAt, entry) : [noAccountPart(table, email)]),
      ...auditParts(table, entry),
    ])
    if (failed.length === 0) return true
    if (failed.includes(0)) return false
    throw new DomainError('CONFLICT')
  }

  /**
   * Takes a block back, with the audit entry: the account is listed and counted as before. One transaction.
   * @param account the account at the address; null where there is none
   * @returns whether the address was still blocked
   * @throws DomainError CONFLICT when the account changed since it was read
   */
  async function unblock(account: User | null, blocked: BlockedEmail, entry: AuditEntry): Promise<boolean> {
    const { email, blockedAt } = blocked
    const failed = await writeTogether(table, [
      {
        Delete: {
          TableName: table.name,
          Key: blockedKey(email),
          ConditionExpression: 'blockedAt = :seen',
          ExpressionAttributeValues: { ':seen': blockedAt },
        },
      },
      ...(account && account.blockedAt !== null ? accessParts(account, null, entry) : []),
      ...auditParts(table, entry),
    ])
    if (failed.length === 0) return true
    if (failed.includes(0)) return false
    throw new DomainError('CONFLICT')
  }

  /** Writes blocks over whatever is there, for seeding. */
  async function putAll(blocks: readonly BlockedEmail[]): Promise<void> {
    await putMany(table, blocks.map(blockItem))
  }

  /** The writes that block an account or take its block back. Its lease goes also when it was claimed after the read. */
  function accessParts(before: User, blockedAt: string | null, { createdAt }: AuditEntry): TransactionPart[] {
    const at = new Date(createdAt)
    const after = { ...before, blockedAt, lease: null, updatedAt: laterThan(before.updatedAt, at) }
    return [
      updatePart(table, userItem(before), userItem(after), ['lease']),
      ...countingParts(table, before, after, at),
      accessChangePart(table, before.id, createdAt),
    ]
  }

  return { find, list, block, unblock, putAll }
}

export type BlockedEmails = ReturnType<typeof createBlockedEmails>

function blockItem(blocked: BlockedEmail) {
  return { ...blockedKey(blocked.email), ...blocked }
}
