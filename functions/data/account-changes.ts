import type { Preferences } from '#shared/contract/account.ts'
import { signInsFrom } from '#shared/domain/accounts/sign-in.ts'
import { laterThan } from '#shared/domain/days/moroccan-day.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { LedgerEntry } from '#shared/entities/ledger-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { writeAudited } from './audit.ts'
import { activationParts, signUpPart, userCountingPart } from './counters.ts'
import { deletionPart, notDeletedPart } from './deletions.ts'
import { addressKey, blockedKey, blockedMailboxKey, userKey } from './keys.ts'
import { ledgerParts } from './ledger.ts'
import { closingParts } from './payment-request-parts.ts'
import { userKind } from './stored-user.ts'
import type { Table } from './table/client.ts'
import type { Change } from './table/expression.ts'
import {
  changePart,
  checkPart,
  deletePart,
  putPart,
  type Replacement,
  removePart,
  type TransactionPart,
  updatePart,
  writeTogether,
} from './table/transaction.ts'
import { updateIf, type WriteResult } from './table/write.ts'

export function createAccountChanges(table: Table) {
  function changePremium(
    before: User,
    after: User,
    entry: AuditEntry,
    money: readonly LedgerEntry[] = [],
  ): Promise<WriteResult> {
    return writeAudited(
      table,
      entry,
      updatePart(table, userKind, { before, after }),
      ...activationParts(table, before, after, new Date(entry.createdAt)),
      ...ledgerParts(table, money),
    )
  }

  /** It is the same activation, so that none is counted. */
  function movePremium(
    from: Replacement<User>,
    to: Replacement<User>,
    entries: readonly AuditEntry[],
    money: readonly LedgerEntry[],
  ): Promise<WriteResult> {
    return writeAudited(
      table,
      entries,
      ...[from, to].map((account) => updatePart(table, userKind, account)),
      ...ledgerParts(table, money),
    )
  }

  /** Taking the role ends the account's sign-ins and its session. */
  function changeRole(before: User, isAdmin: boolean, entry: AuditEntry): Promise<WriteResult> {
    const at = new Date(entry.createdAt)
    const updatedAt = laterThan(before.updatedAt, at)
    const changed = { ...before, isAdmin, updatedAt }
    const after = isAdmin ? changed : { ...changed, lease: null, signInsFrom: signInsFrom(at) }
    // This also ends a session that was claimed since the read.
    const overwritten = isAdmin ? [] : ['lease']
    return writeAudited(table, entry, updatePart(table, userKind, { before, after }, overwritten))
  }

  function releaseSession(id: string, sessionId: string, entry: AuditEntry): Promise<WriteResult> {
    const change = { set: { lease: undefined }, seen: { 'lease.id': sessionId } }
    return writeAudited(table, entry, changePart(table, userKey(id), change))
  }

  /** Ends every sign-in of an account and its session, so that earlier tokens are refused. */
  const endSignIns = (id: string, now: Date) =>
    changeThere(id, { set: { signInsFrom: signInsFrom(now), lease: undefined } })

  function endSignInsByOwner({ id, ...user }: User, entry: AuditEntry): Promise<WriteResult> {
    const change = {
      exists: true,
      seen: { signInsFrom: user.signInsFrom ?? undefined },
      set: { signInsFrom: signInsFrom(new Date(entry.createdAt)), lease: undefined },
    }
    return writeAudited(table, entry, changePart(table, userKey(id), change))
  }

  /** Stores choices of an account, which conflict with none of its other changes. */
  function setPreferences(
    id: string,
    { hasReminders, hasAnswerMails, hasReadAnswers, track, minutesADay }: Preferences,
    now: Date,
  ): Promise<User | null> {
    const at = now.toISOString()
    return changeThere(id, {
      set: {
        ...(hasReminders && { remindersOffSince: undefined }),
        ...(hasAnswerMails && { answerMailsOffSince: undefined }),
        ...(hasReadAnswers && { newAnswerAt: undefined }),
        ...(track && { track }),
        ...(minutesADay && { minutesADay }),
      },
      setOnce: {
        ...(hasReminders === false && { remindersOffSince: at }),
        ...(hasAnswerMails === false && { answerMailsOffSince: at }),
      },
    })
  }

  async function changeThere(id: string, change: Change): Promise<User | null> {
    const changed = await updateIf(table, userKey(id), { exists: true, ...change })
    return changed.outcome === 'done' ? userKind.parse(changed.item) : null
  }

  return {
    changePremium,
    movePremium,
    changeRole,
    releaseSession,
    endSignIns,
    endSignInsByOwner,
    setPreferences,
  }
}

export function createAccountCreation(table: Table) {
  /** Not where there is one, its address or mailbox is blocked or its account is being deleted. */
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
   * Creates an account for an operator, also of owners, admins and blocked people, who are neither listed nor counted.
   */
  const createByOperator = (user: User, entry?: AuditEntry) =>
    writeAudited(table, entry ?? [], ...creation(user))

  /** The profile with the lease goes, its open payment request is closed; the Cognito identity is deleted later. */
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
