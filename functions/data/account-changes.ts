import type { Preferences } from '#shared/contract/account.ts'
import { signInsFrom } from '#shared/domain/accounts/sign-in.ts'
import { laterThan } from '#shared/domain/days/instant.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { writeAudited } from './audited.ts'
import { activationParts } from './counters.ts'
import { userKey } from './keys.ts'
import { notedReferenceParts } from './payment-request-parts.ts'
import type { Table } from './table/client.ts'
import type { Change } from './table/expression.ts'
import { changePart, updatePart } from './table/transaction.ts'
import { updateIf, type WriteResult } from './table/write.ts'
import { userKind } from './user-kind.ts'

/** Changes what an account may do: its Premium, its role, its sign-ins and its choices. */
export function createAccountChanges(table: Table) {
  /** Writes a changed Premium, counts an activation, and notes the reference of a payment. */
  function changePremium(before: User, after: User, entry: AuditEntry): Promise<WriteResult> {
    return writeAudited(
      table,
      entry,
      updatePart(table, userKind.item(before), userKind.item(after)),
      ...activationParts(table, before, after, new Date(entry.createdAt)),
      ...notedReferenceParts(table, before, after, entry.createdAt),
    )
  }

  /** Gives or takes the admin role. Taking it ends the account's sign-ins and its session. */
  function changeRole(before: User, isAdmin: boolean, entry: AuditEntry): Promise<WriteResult> {
    const at = new Date(entry.createdAt)
    const updatedAt = laterThan(before.updatedAt, at)
    const changed = { ...before, isAdmin, updatedAt }
    const after = isAdmin ? changed : { ...changed, lease: null, signInsFrom: signInsFrom(at) }
    // This also ends a session that was claimed since the read.
    const overwritten = isAdmin ? [] : ['lease']
    return writeAudited(
      table,
      entry,
      updatePart(table, userKind.item(before), userKind.item(after), overwritten),
    )
  }

  function releaseSession(id: string, sessionId: string, entry: AuditEntry): Promise<WriteResult> {
    const change = { set: { lease: undefined }, seen: { 'lease.id': sessionId } }
    return writeAudited(table, entry, changePart(table, userKey(id), change))
  }

  /** Ends every sign-in of an account and its session, so that earlier tokens are refused. */
  const endSignIns = (id: string, now: Date) =>
    changeThere(id, { set: { signInsFrom: signInsFrom(now), lease: undefined } })

  function endSignInsByOwner({ id, ...user }: User, entry: AuditEntry): Promise<WriteResult> {
    return writeAudited(
      table,
      entry,
      changePart(table, userKey(id), {
        exists: true,
        seen: { signInsFrom: user.signInsFrom ?? undefined },
        set: { signInsFrom: signInsFrom(new Date(entry.createdAt)), lease: undefined },
      }),
    )
  }

  /**
   * Stores the given choices of an account. It changes nothing that others compare, so that it conflicts with none of
   * their changes.
   */
  function setPreferences(
    id: string,
    { hasReminders, hasAnswerMails, hasReadAnswers, track }: Preferences,
    now: Date,
  ): Promise<User | null> {
    const at = now.toISOString()
    return changeThere(id, {
      set: {
        ...(hasReminders && { remindersOffSince: undefined }),
        ...(hasAnswerMails && { answerMailsOffSince: undefined }),
        ...(hasReadAnswers && { newAnswerAt: undefined }),
        ...(track && { track }),
      },
      setOnce: {
        ...(hasReminders === false && { remindersOffSince: at }),
        ...(hasAnswerMails === false && { answerMailsOffSince: at }),
      },
    })
  }

  /** Changes a profile without an index. @returns the user after the change; null where there is none */
  async function changeThere(id: string, change: Change): Promise<User | null> {
    const changed = await updateIf(table, userKey(id), { exists: true, ...change })
    return changed.outcome === 'done' ? userKind.parse(changed.item) : null
  }

  return { changePremium, changeRole, releaseSession, endSignIns, endSignInsByOwner, setPreferences }
}
