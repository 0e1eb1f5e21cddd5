import * as v from 'valibot'
import { canonicalAddress } from '#shared/domain/accounts/canonical-address.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { BlockedEmail } from '#shared/entities/blocked-email.ts'
import type { User } from '#shared/entities/user.ts'
import { writeAudited } from './audit.ts'
import { userCountingPart } from './counters.ts'
import {
  ACCESS_CHANGES,
  accessChangeKey,
  addressKey,
  BLOCKED,
  blockedKey,
  blockedMailboxKey,
  USERS,
  userKey,
} from './keys.ts'
import { closingParts } from './payment-request-parts.ts'
import { addressLookup, userKind } from './stored-user.ts'
import type { Table } from './table/client.ts'
import { kind } from './table/kind.ts'
import {
  decodeCursor,
  encodeCursor,
  listPartition,
  type Page,
  type PageQuery,
  queryPage,
} from './table/query.ts'
import { type Lookup, parseItem, readTogether } from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import { changePart, checkPart, deletePart, putPart, type TransactionPart } from './table/transaction.ts'
import { remove, type WriteResult } from './table/write.ts'

const StoredMailbox = v.object({ emails: v.set(v.string()) })

function mailboxLookup(email: string): Lookup<ReadonlySet<string>> {
  return {
    key: blockedMailboxKey(email),
    parse: (item) => (item ? parseItem(StoredMailbox, item).emails : new Set()),
  }
}

const EMAIL_SORT_KEY = /^[!-~]{3,254}$/

export function createBlockedEmails(table: Table) {
  /** Blocks that are older than the mailbox items cover the address itself and its canonical form. */
  async function isMailboxBlocked(email: string): Promise<boolean> {
    const blocks = [blockKind.lookup(email), blockKind.lookup(canonicalAddress(email))] as const
    const [emails, ...found] = await readTogether(table, mailboxLookup(email), ...blocks)
    return emails.size > 0 || found.some((block) => block !== null)
  }

  /**
   * Returns the block of a normalised address, the id of the account there, and the blocked addresses of its mailbox.
   */
  async function findWithAccount(email: string) {
    const lookups = [blockKind.lookup(email), addressLookup(email), mailboxLookup(email)] as const
    const [found, accountId, mailbox] = await readTogether(table, ...lookups)
    return { block: found, accountId, mailbox }
  }

  async function list({ limit, cursor }: PageQuery): Promise<Page<BlockedEmail>> {
    const { items } = await queryPage(table, {
      partition: BLOCKED,
      limit: limit + 1,
      ...(cursor !== undefined && { after: blockedKey(decodeCursor(cursor, EMAIL_SORT_KEY)) }),
    })
    const blocks = items.slice(0, limit).map(blockKind.parse)
    const last = items.length > limit ? blocks.at(-1) : undefined
    return { items: blocks, nextCursor: last ? encodeCursor(last.email) : null }
  }

  return {
    find: (email: string) => blockKind.find(table, email),
    isMailboxBlocked,
    findWithAccount,
    list,
    ...createBlocking(table),
    putAll: (blocks: readonly BlockedEmail[]) => blockKind.putAll(table, blocks),
  }
}

const blockKind = kind({ schema: BlockedEmail, key: blockedKey, id: ({ email }) => email })

/** Reason that the student reads in the payment request that a block has closed. */
const BLOCKED_REASON = 'Le compte a été bloqué.'

/** An account without this attribute is in no list. */
const LISTED = tableShape.indexes.newest.partitionKey

const StoredChange = v.object({ userId: v.string(), begunAt: v.string() })

export type AccessChange = v.InferOutput<typeof StoredChange>

function accessChangePart(table: Table, userId: string, begunAt: string): TransactionPart {
  return putPart(table, { ...accessChangeKey(userId), userId, begunAt }, {})
}

export function createAccessChanges(table: Table) {
  return {
    listOpen: () => listPartition(table, StoredChange, { partition: ACCESS_CHANGES }),

    close: async ({ userId, begunAt }: AccessChange): Promise<void> => {
      await remove(table, accessChangeKey(userId), { seen: { begunAt } })
    },
  }
}

/** Blocking moves `updatedAt` of the account, so that it overtakes the changes that were read before it. */
function createBlocking(table: Table) {
  /** The account leaves every list and count. @throws DomainError OWNER_REQUIRED for the account of an admin */
  async function block(
    accountId: string | null,
    blocked: BlockedEmail,
    entry: AuditEntry,
  ): Promise<WriteResult> {
    const { email } = blocked
    const write = (...parts: readonly TransactionPart[]) =>
      writeAudited(
        table,
        entry,
        putPart(table, blockKind.item(blocked)),
        changePart(table, blockedMailboxKey(email), { add: { emails: new Set([email]) } }),
        ...parts,
      )
    if (accountId === null) return write(checkPart(table, addressKey(email), { exists: false }))
    const withoutRequest = { id: accountId, openPaymentRequest: null }
    const result = await write(...blockingParts(withoutRequest, blocked, entry))
    if (result === 'written') return result
    const account = await userKind.find(table, accountId)
    if (account?.isAdmin) throw new DomainError('OWNER_REQUIRED')
    // Nearly no account has an open request, so that it is read only here.
    return account?.openPaymentRequest ? write(...blockingParts(account, blocked, entry)) : result
  }

  /** `found`: the account at the address, and the blocked addresses of its mailbox. */
  function unblock(
    { accountId, mailbox }: { accountId: string | null; mailbox: ReadonlySet<string> },
    { email, blockedAt }: BlockedEmail,
    entry: AuditEntry,
  ): Promise<WriteResult> {
    return writeAudited(
      table,
      entry,
      deletePart(table, blockedKey(email), { seen: { blockedAt } }),
      ...(accountId === null ? [] : unblockingParts(accountId, entry)),
      ...(mailbox.has(email) ? [mailboxUnblockingPart(email, mailbox)] : []),
    )
  }

  function mailboxUnblockingPart(email: string, mailbox: ReadonlySet<string>): TransactionPart {
    const key = blockedMailboxKey(email)
    const seen = { emails: mailbox }
    if (mailbox.size === 1) return deletePart(table, key, { seen })
    return changePart(table, key, { seen, subtract: { emails: new Set([email]) } })
  }

  function blockingParts(
    account: Pick<User, 'id' | 'openPaymentRequest'>,
    { blockedAt }: BlockedEmail,
    entry: AuditEntry,
  ): TransactionPart[] {
    const { id, openPaymentRequest } = account
    const updatedAt = entry.createdAt
    return [
      changePart(table, userKey(id), {
        seen: { isAdmin: false, blockedAt: undefined, openPaymentRequest: openPaymentRequest ?? undefined },
        where: 'updatedAt <> :at',
        values: { at: updatedAt },
        set: { blockedAt, updatedAt, lease: undefined, openPaymentRequest: undefined, [LISTED]: undefined },
      }),
      ...closingParts(table, account, BLOCKED_REASON, updatedAt),
      userCountingPart(table, id, -1),
      accessChangePart(table, id, updatedAt),
    ]
  }

  function unblockingParts(id: string, { createdAt }: AuditEntry): TransactionPart[] {
    return [
      changePart(table, userKey(id), {
        where: 'attribute_exists(blockedAt) AND updatedAt <> :at',
        values: { at: createdAt },
        set: { [LISTED]: USERS, updatedAt: createdAt, blockedAt: undefined },
      }),
      userCountingPart(table, id, 1),
      accessChangePart(table, id, createdAt),
    ]
  }

  return { block, unblock }
}
