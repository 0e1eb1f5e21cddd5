import { DomainError } from '#shared/domain/domain-error.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { BlockedEmail } from '#shared/entities/blocked-email.ts'
import type { User } from '#shared/entities/user.ts'
import { accessChangePart } from './access-changes.ts'
import { writeAudited } from './audited.ts'
import { userCountingPart } from './counters.ts'
import { addressKey, blockedKey, blockedMailboxKey, USERS, userKey } from './keys.ts'
import { closingParts } from './payment-request-parts.ts'
import type { Table } from './table/client.ts'
import { kind } from './table/kind.ts'
import { tableShape } from './table/table-shape.ts'
import { changePart, checkPart, deletePart, putPart, type TransactionPart } from './table/transaction.ts'
import type { WriteResult } from './table/write.ts'
import { userKind } from './user-kind.ts'

export const blockKind = kind({ schema: BlockedEmail, key: blockedKey, id: ({ email }) => email })

/** Reason that the student reads in the payment request that a block has closed. */
const BLOCKED_REASON = 'Le compte a été bloqué.'

/** An account without this attribute is in no list. */
const LISTED = tableShape.indexes.newest.partitionKey
/**
 * Blocks addresses with their accounts, and takes blocks back. Both move `updatedAt` of the account, so that they overtake
 * the changes that were read before them.
 */
export function createBlocking(table: Table) {
  /**
   * Blocks an address: ends the session of its account, takes it from every list and count, closes its open payment
   * request, and notes that Cognito must still apply it. It is overtaken when the address was blocked, the account was
   * created or deleted since it was looked up, or the account was changed in the same millisecond.
   * @param accountId the account at the address; null where there is none
   * @throws DomainError OWNER_REQUIRED for the account of an admin
   */
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

  /**
   * Takes a block back: the account is listed and counted as before. It is overtaken when the block was taken back, the
   * account was deleted or another address of the mailbox was blocked or unblocked since they were looked up, or the
   * account was changed in the same millisecond.
   * @param found the account at the address (null where there is none), and the blocked addresses of its mailbox
   */
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

  /** Deletes the item of a mailbox with its last blocked address. */
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
