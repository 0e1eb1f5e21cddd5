import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { auditParts } from './audit.ts'
import { userKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { type TransactionPart, type WriteResult, writeTogether } from './table/write.ts'

/** Writes to profiles whether Cognito asks for a second factor. */
export function createSecondFactors(table: Table) {
  /**
   * Stores that an account has a second factor now, with the audit entry: one transaction. It ends the session and the
   * sign-ins from before `signInsFrom` (epoch seconds).
   */
  function switchOn(user: User, signInsFrom: number, entry: AuditEntry): Promise<WriteResult> {
    return write(entry, {
      Key: userKey(user.id),
      UpdateExpression: 'SET hasSecondFactor = :on, signInsFrom = :from REMOVE lease',
      ConditionExpression: 'attribute_exists(pk) AND hasSecondFactor <> :on',
      ExpressionAttributeValues: { ':on': true, ':from': signInsFrom },
    })
  }

  /** Stores that an account has no second factor any more, as {@link switchOn}. Its sign-ins stay valid. */
  function switchOff(user: User, entry: AuditEntry): Promise<WriteResult> {
    return write(entry, {
      Key: userKey(user.id),
      UpdateExpression: 'SET hasSecondFactor = :off',
      ConditionExpression: 'hasSecondFactor = :on',
      ExpressionAttributeValues: { ':on': true, ':off': false },
    })
  }

  function write(
    entry: AuditEntry,
    change: Omit<NonNullable<TransactionPart['Update']>, 'TableName'>,
  ): Promise<WriteResult> {
    return writeTogether(table, [
      { Update: { TableName: table.name, ...change } },
      ...auditParts(table, entry),
    ])
  }

  return { switchOn, switchOff }
}

export type SecondFactors = ReturnType<typeof createSecondFactors>
