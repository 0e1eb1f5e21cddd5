import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { writeAudited } from './audit-entry.ts'
import { userKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { changePart } from './table/transaction.ts'
import type { WriteResult } from './table/write.ts'

/** Writes to profiles whether Cognito asks for a second factor. */
export function createSecondFactors(table: Table) {
  /**
   * Stores that an account has a second factor now. It ends the session and the sign-ins from before `signInsFrom`
   * (epoch seconds).
   */
  function switchOn({ id }: User, signInsFrom: number, entry: AuditEntry): Promise<WriteResult> {
    const change = {
      exists: true,
      where: 'hasSecondFactor <> :on',
      values: { on: true },
      set: { hasSecondFactor: true, signInsFrom, lease: undefined },
    }
    return writeAudited(table, entry, changePart(table, userKey(id), change))
  }

  /** Stores that an account has no second factor any more. Its sign-ins stay valid. */
  function switchOff({ id }: User, entry: AuditEntry): Promise<WriteResult> {
    const change = { seen: { hasSecondFactor: true }, set: { hasSecondFactor: false } }
    return writeAudited(table, entry, changePart(table, userKey(id), change))
  }

  return { switchOn, switchOff }
}
