import * as v from 'valibot'
import { canonicalAddress } from '#shared/domain/accounts/canonical-address.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { BlockedEmail } from '#shared/entities/blocked-email.ts'
import type { User } from '#shared/entities/user.ts'
import { accessChangePart } from './access-changes.ts'
import { auditParts } from './audit.ts'
import { userCountingPart } from './counters.ts'
import { BLOCKED, blockedKey, blockedMailboxKey, USERS, userKey } from './keys.ts'
import { closingParts } from './payment-request-parts.ts'
import type { Table } from './table/client.ts'
import { decodeCursor, encodeCursor, type Page, type PageQuery } from './table/cursor.ts'
import { type Lookup, parseItem, queryPage, readOne, readTogether } from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import { putMany, putPart, type TransactionPart, type WriteResult, writeTogether } from './table/write.ts'
import { userLookup } from './user-lookup.ts'
import { addressLookup, noAccountPart } from './users.ts'

/** Returns the block of a normalised address; null where there is none. */
function blockLookup(email: string): Lookup<BlockedEmail | null> {
  return { key: blockedKey(email), parse: (item) => (item ? parseItem(BlockedEmail, item) : null) }
}

const StoredMailbox = v.object({ emails: v.set(v.string()) })

/** Returns the blocked addresses of the mailbox of a normalised address. */
function mailboxLookup(email: string): Lookup<ReadonlySet<string>> {
  return {
    key: blockedMailboxKey(email),
    parse: (item) => (item ? parseItem(StoredMailbox, item).emails : new Set()),
  }
}

/** Reason that the student reads in the payment request that a block has closed. */
const BLOCKED_REASON = 'Le compte a été bloqué.'

/** An account without this attribute is in no list. */
const LISTED = tableShape.indexes.newest.partitionKey
const EMAIL_SORT_KEY = /^[!-~]{3,254}$/

/** Reads and writes the blocked addresses, with or without accounts. */
export function createBlockedEmails(table: Table) {
  /** Returns the block of a normalised address, as last written. One consistent read. */
  async function find(email: string): Promise<BlockedEmail | null> {
    return readOne(table, blockLookup(email))
  }

  /**
   * Returns whether an address of the same mailbox is blocked, also one with another tag or other dots. Blocks that are
   * older than the mailbox items cover the address itself and its canonical form. One batch of consistent reads.
   */
  async function isMailboxBlocked(email: string): Promise<boolean> {
    const [emails, ...blocks] = await readTogether<[ReadonlySet<string>, ...(BlockedEmail | null)[]]>(
      table,
      mailboxLookup(email),
      blockLookup(email),
      blockLookup(canonicalAddress(email)),
    )
    return emails.size > 0 || blocks.some((found) => found !== null)
  }

  /**
   * Returns the block of a normalised address, the id of the account there, and the blocked addresses of its mailbox.
   * One batch of three consistent reads.
   */
  async function findWithAccount(email: string) {
    const [found, accountId, mailbox] = await readTogether(
      table,
      blockLookup(email),
      addressLookup(email),
      mailboxLookup(email),
    )
    return { block: found, accountId, mailbox }
  }

  /**
   * Returns blocked addresses in alphabetical order: one query a page.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  async function list({ limit, cursor }: PageQuery): Promise<Page<BlockedEmail>> {
    const { items } = await queryPage(table, {
      KeyConditionExpression: 'pk = :blocked',
      ExpressionAttributeValues: { ':blocked': BLOCKED },
      // One more address than shown tells whether there is a next page.
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
   * Blocks an address: ends the session of its account, takes it from every list and count, closes its open payment
   * request, and notes that Cognito must still apply it, with the audit entry. One transaction; a second one where the
   * first finds an open request. It is overtaken when the address was blocked, the account was created or deleted since it
   * was looked up, or the account was changed in the same millisecond.
   * @param accountId the account at the address; null where there is none
   * @throws DomainError OWNER_REQUIRED for the account of an admin
   */
  async function block(
    accountId: string | null,
    blocked: BlockedEmail,
    entry: AuditEntry,
  ): Promise<WriteResult> {
    const result = await tryToBlock(accountId, null, blocked, entry)
    if (result === 'written' || accountId === null) return result
    const account = await readOne(table, userLookup(accountId))
    if (account?.isAdmin) throw new DomainError('OWNER_REQUIRED')
    // Nearly no account has an open request, so that it is read only here.
    const openRequest = account?.openPaymentRequest ?? null
    return openRequest === null ? result : tryToBlock(accountId, openRequest, blocked, entry)
  }

  /** @param openRequest the account's open payment request as it was read, or null */
  function tryToBlock(
    accountId: string | null,
    openRequest: string | null,
    blocked: BlockedEmail,
    entry: AuditEntry,
  ): Promise<WriteResult> {
    const account = accountId !== null && { id: accountId, openPaymentRequest: openRequest }
    return writeTogether(table, [
      putPart(table, blockItem(blocked)),
      ...(account
        ? [
            blockingPart(account, blocked, entry),
            ...closingParts(table, account, BLOCKED_REASON, entry.createdAt),
            ...accessParts(account.id, -1, entry),
          ]
        : [noAccountPart(table, blocked.email)]),
      {
        Update: {
          TableName: table.name,
          Key: blockedMailboxKey(blocked.email),
          UpdateExpression: 'ADD emails :email',
          ExpressionAttributeValues: { ':email': new Set([blocked.email]) },
        },
      },
      ...auditParts(table, entry),
    ])
  }

  /**
   * Takes a block back, with the audit entry: the account is listed and counted as before. One transaction. It is
   * overtaken when the block was taken back, the account was deleted or another address of the mailbox was blocked or
   * unblocked since they were looked up, or the account was changed in the same millisecond.
   * @param found the account at the address (null where there is none), and the blocked addresses of its mailbox
   */
  function unblock(
    { accountId, mailbox }: { accountId: string | null; mailbox: ReadonlySet<string> },
    { email, blockedAt }: BlockedEmail,
    entry: AuditEntry,
  ): Promise<WriteResult> {
    return writeTogether(table, [
      {
        Delete: {
          TableName: table.name,
          Key: blockedKey(email),
          ConditionExpression: 'blockedAt = :seen',
          ExpressionAttributeValues: { ':seen': blockedAt },
        },
      },
      ...(accountId === null ? [] : [unblockingPart(accountId, entry), ...accessParts(accountId, 1, entry)]),
      ...(mailbox.has(email) ? [mailboxUnblockingPart(email, mailbox)] : []),
      ...auditParts(table, entry),
    ])
  }

  /** Writes blocks over existing ones, without their mailboxes, for seeding. */
  async function putAll(blocks: readonly BlockedEmail[]): Promise<void> {
    await putMany(table, blocks.map(blockItem))
  }

  /** Deletes the item of a mailbox with its last blocked address. */
  function mailboxUnblockingPart(email: string, mailbox: ReadonlySet<string>): TransactionPart {
    const common = {
      TableName: table.name,
      Key: blockedMailboxKey(email),
      ConditionExpression: 'emails = :seen',
    }
    const seen = { ':seen': mailbox }
    return mailbox.size === 1
      ? { Delete: { ...common, ExpressionAttributeValues: seen } }
      : {
          Update: {
            ...common,
            UpdateExpression: 'DELETE emails :email',
            ExpressionAttributeValues: { ...seen, ':email': new Set([email]) },
          },
        }
  }

  // Both parts change `updatedAt`, so that a change of an account that was read before them is overtaken.
  function blockingPart(
    { id, openPaymentRequest }: Pick<User, 'id' | 'openPaymentRequest'>,
    { blockedAt }: BlockedEmail,
    { createdAt }: AuditEntry,
  ): TransactionPart {
    const open = openPaymentRequest ?? undefined
    return {
      Update: {
        TableName: table.name,
        Key: userKey(id),
        UpdateExpression: `SET blockedAt = :blocked, updatedAt = :at REMOVE lease, openPaymentRequest, ${LISTED}`,
        ConditionExpression: `isAdmin = :no AND attribute_not_exists(blockedAt) AND updatedAt <> :at AND ${
          open === undefined ? 'attribute_not_exists(openPaymentRequest)' : 'openPaymentRequest = :open'
        }`,
        ExpressionAttributeValues: {
          ':blocked': blockedAt,
          ':at': createdAt,
          ':no': false,
          ...(open !== undefined && { ':open': open }),
        },
      },
    }
  }

  function unblockingPart(id: string, { createdAt }: AuditEntry): TransactionPart {
    return {
      Update: {
        TableName: table.name,
        Key: userKey(id),
        UpdateExpression: `SET ${LISTED} = :users, updatedAt = :at REMOVE blockedAt`,
        ConditionExpression: 'attribute_exists(blockedAt) AND updatedAt <> :at',
        ExpressionAttributeValues: { ':users': USERS, ':at': createdAt },
      },
    }
  }

  function accessParts(id: string, by: 1 | -1, { createdAt }: AuditEntry): TransactionPart[] {
    return [userCountingPart(table, id, by), accessChangePart(table, id, createdAt)]
  }

  return { find, isMailboxBlocked, findWithAccount, list, block, unblock, putAll }
}

export type BlockedEmails = ReturnType<typeof createBlockedEmails>

function blockItem(blocked: BlockedEmail) {
  return { ...blockedKey(blocked.email), ...blocked }
}
