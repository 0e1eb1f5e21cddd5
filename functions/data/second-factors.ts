import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { auditParts } from './audit.ts'
import { userKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { type TransactionPart, type WriteResult, writeTogether } from './table/write.ts'

/** Whether accounts sign in with a second factor, as their profiles repeat it from Cognito. */
export function createSecondFactors(table: Table) {
  /**
   * Notes that an account has a second factor now, with the audit entry: one transaction. Its session and its sign-ins
   * from before `signInsFrom` (epoch seconds) end with it.
   */
  function switchOn(user: User, signInsFrom: number, entry: AuditEntry): Promise<WriteResult> {
    return write(entry, {
      Key: userKey(user.id),
      UpdateExpression: 'SET hasSecondFactor = :on, signInsFrom = :from REMOVE lease',
      ConditionExpression: 'attribute_exists(pk) AND hasSecondFactor <> :on',
      ExpressionAttributeValues: { ':on': true, ':from': signInsFrom },
    })
  }

  /** Notes that an account has no second factor any more, as {@link switchOn}; its sign-ins go on. */
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
