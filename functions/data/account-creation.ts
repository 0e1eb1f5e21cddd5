import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { writeAudited } from './audited.ts'
import { signUpPart, userCountingPart } from './counters.ts'
import { deletionPart, notDeletedPart } from './deletions.ts'
import { addressKey, blockedKey, blockedMailboxKey } from './keys.ts'
import { closingParts } from './payment-request-parts.ts'
import type { Table } from './table/client.ts'
import {
  checkPart,
  deletePart,
  putPart,
  removePart,
  type TransactionPart,
  writeTogether,
} from './table/transaction.ts'
import type { WriteResult } from './table/write.ts'
import { userKind } from './user-kind.ts'

/** Creates and deletes accounts, each with the item of its address and in the count of users. */
export function createAccountCreation(table: Table) {
  /**
   * Creates a profile and counts it, unless it is there already, its address or mailbox is blocked or its account is being
   * deleted. With `entry` the audit entry is part of the transaction.
   */
  function createProfile(user: User, entry?: AuditEntry): Promise<WriteResult> {
    return writeAudited(
      table,
      entry ?? [],
      checkPart(table, blockedKey(user.email), { exists: false }),
      checkPart(table, blockedMailboxKey(user.email), { exists: false }),
      notDeletedPart(table, user.id),
      ...creation(user),
    )
  }

  /**
   * Creates an account for an operator, also of owners, admins and blocked people. Blocked accounts are not counted, as
   * they are not listed.
   */
  const createByOperator = (user: User, entry?: AuditEntry) =>
    writeAudited(table, entry ?? [], ...creation(user))

  /**
   * Begins the deletion of an account: deletes its profile with the lease, closes its open payment request, counts it
   * out, and stores that its Cognito identity must still be deleted.
   */
  function beginDeletion(user: User, entry: AuditEntry): Promise<WriteResult> {
    return writeAudited(
      table,
      entry,
      ...removal(user),
      ...closingParts(table, user, null, entry.createdAt),
      deletionPart(table, user.id, entry.createdAt),
    )
  }

  function creation(user: User): TransactionPart[] {
    const { id, email, blockedAt } = user
    return [
      putPart(table, userKind.item(user)),
      putPart(table, { ...addressKey(email), id }, {}),
      ...(blockedAt === null ? [signUpPart(table, user)] : []),
    ]
  }

  function removal(user: User): TransactionPart[] {
    const { id, email, blockedAt } = user
    return [
      removePart(table, userKind.item(user)),
      deletePart(table, addressKey(email)),
      ...(blockedAt === null ? [userCountingPart(table, id, -1)] : []),
    ]
  }

  return {
    createProfile,
    createByOperator,
    removeProfile: (user: User) => writeTogether(table, removal(user)),
    beginDeletion,
  }
}
