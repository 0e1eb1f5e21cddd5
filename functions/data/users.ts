import { DomainError } from '#shared/domain/domain-error.ts'
import { signInsFrom } from '#shared/domain/sign-in.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { deleteAddress, putAddress } from './addresses.ts'
import { auditParts } from './audit.ts'
import type { Table } from './client.ts'
import { countingParts } from './counters.ts'
import { deletionPart, notDeletedPart } from './deletions.ts'
import { blockedKey, userIndexKeys, userKey } from './keys.ts'
import { type Lookup, readExisting, readOne } from './read.ts'
import { addressSearch, deleteEntries, putEntries, searchKeys } from './search-entries.ts'
import { parseUser, userItem } from './user-item.ts'
import { type TransactionPart, updateIf, writeTogether } from './write.ts'

/** A user with his lease; null where there is none. */
export function userLookup(id: string): Lookup<User | null> {
  return { key: userKey(id), parse: (item) => (item ? parseUser(item) : null) }
}

/** Profiles, one by one; lists stand in user-lists.ts, leases in leases.ts. */
export function createUsers(table: Table) {
  const { name } = table

  /** The user with his lease, as last written. One consistent read. */
  async function find(id: string): Promise<User | null> {
    return readOne(table, userLookup(id))
  }

  /** Which of at most 100 accounts have no profile. One batch of eventually consistent reads. */
  async function listMissing(ids: readonly string[]): Promise<string[]> {
    const found = new Set((await readExisting(table, ids.map(userKey))).map(({ pk }) => pk))
    return ids.filter((id) => !found.has(userKey(id).pk))
  }

  /**
   * Creates a profile and counts it, unless it is there already, its address is blocked or its account is being
   * deleted. With `entry` the audit entry is part of the transaction.
   * @returns whether it was created
   */
  async function createProfile(user: User, entry?: AuditEntry): Promise<boolean> {
    const failed = await writeTogether(table, [
      {
        ConditionCheck: {
          TableName: name,
          Key: blockedKey(user.email),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      notDeletedPart(table, user.id),
      ...creation(user),
      ...(entry ? auditParts(table, entry) : []),
    ])
    return failed.length === 0
  }

  /**
   * Creates any account on an operator's word: owners, admins, blocked ones. With `entry` the audit entry is part of
   * the transaction. Blocked accounts are not counted, as they are not listed.
   * @returns whether it was created; false when the profile exists
   */
  async function createByOperator(user: User, entry?: AuditEntry): Promise<boolean> {
    const failed = await writeTogether(table, [...creation(user), ...(entry ? auditParts(table, entry) : [])])
    return failed.length === 0
  }

  /**
   * Removes a profile and counts it out; one that is gone already stays so. One transaction.
   * @returns whether it was there
   */
  async function removeProfile(user: User): Promise<boolean> {
    const failed = await writeTogether(table, removal(user))
    return failed.length === 0
  }

  /**
   * Begins the deletion of an account: takes its profile with the lease, counts it out, notes that its Cognito
   * identity is still to go, and writes the audit entry. One transaction.
   * @returns whether the profile was there
   * @throws DomainError CONFLICT when it changed since it was read
   */
  async function beginDeletion(user: User, entry: AuditEntry): Promise<boolean> {
    const failed = await writeTogether(table, [
      ...removal(user),
      deletionPart(table, user.id, entry.createdAt),
      ...auditParts(table, entry),
    ])
    if (failed.length === 0) return true
    if (await find(user.id)) throw new DomainError('CONFLICT')
    return false
  }

  /**
   * Writes a changed Premium with its audit entry and the counters: one transaction, all or none. Only the changed
   * attributes are written, so that a heartbeat in between is not lost.
   * @throws DomainError CONFLICT when the profile changed since `before` was read or is gone
   */
  async function changePremium(before: User, after: User, entry: AuditEntry): Promise<void> {
    const { gsi3pk, gsi3sk } = userIndexKeys(after)
    const failed = await writeTogether(table, [
      {
        Update: {
          TableName: name,
          Key: userKey(before.id),
          UpdateExpression: `SET isPremium = :premium, premiumUntil = :until, payment = :payment, updatedAt = :now${
            gsi3pk === undefined ? ' REMOVE gsi3pk, gsi3sk' : ', gsi3pk = :gsi3pk, gsi3sk = :gsi3sk'
          }`,
          // Two changes may carry the same millisecond: the flag itself is compared too.
          ConditionExpression: 'updatedAt = :seen AND isPremium = :was AND attribute_not_exists(blockedAt)',
          ExpressionAttributeValues: {
            ':premium': after.isPremium,
            ':until': after.premiumUntil,
            ':payment': after.payment,
            ':now': after.updatedAt,
            ':seen': before.updatedAt,
            ':was': before.isPremium,
            ':gsi3pk': gsi3pk,
            ':gsi3sk': gsi3sk,
          },
        },
      },
      putAddress(table, after),
      ...countingParts(table, before, after, new Date(entry.createdAt)),
      ...auditParts(table, entry),
    ])
    if (failed.length > 0) throw new DomainError('CONFLICT')
  }

  /**
   * Takes a session from an account, with the audit entry: one transaction, no index touched.
   * @returns whether the session was there
   */
  async function releaseSession(id: string, sessionId: string, entry: AuditEntry): Promise<boolean> {
    const failed = await writeTogether(table, [
      {
        Update: {
          TableName: name,
          Key: userKey(id),
          UpdateExpression: 'REMOVE lease',
          ConditionExpression: 'lease.id = :held',
          ExpressionAttributeValues: { ':held': sessionId },
        },
      },
      ...auditParts(table, entry),
    ])
    return failed.length === 0
  }

  /**
   * Ends every sign-in of an account and its session: tokens of sign-ins from before `now` are refused from here on.
   * Nothing happens where there is no profile. One conditional update, no index touched; repeating it does no harm.
   * @returns the user as he is now; null where there is none
   */
  async function endSignIns(id: string, now: Date): Promise<User | null> {
    const ending = await updateIf(table, {
      Key: userKey(id),
      UpdateExpression: 'SET signInsFrom = :from REMOVE lease',
      ConditionExpression: 'attribute_exists(pk)',
      ExpressionAttributeValues: { ':from': signInsFrom(now) },
    })
    return ending.outcome === 'done' ? parseUser(ending.item) : null
  }

  /** The profile with all that leads to it. At most 85 parts, of the 100 that a transaction may have. */
  function creation(user: User): TransactionPart[] {
    return [
      {
        Put: {
          TableName: name,
          Item: userItem(user),
          ConditionExpression: 'attribute_not_exists(pk)',
        },
      },
      putAddress(table, user),
      ...putEntries(table, searchKeys(addressSearch, user.email, user.id)),
      ...countingParts(table, null, user, new Date(user.createdAt)),
    ]
  }

  function removal(user: User): TransactionPart[] {
    return [
      {
        Delete: {
          TableName: name,
          Key: userKey(user.id),
          // Whether it counts, and what the log says of it, must not have changed since it was read.
          ConditionExpression: `updatedAt = :seen AND isPremium = :was AND ${
            user.blockedAt === null ? 'attribute_not_exists(blockedAt)' : 'attribute_exists(blockedAt)'
          }`,
          ExpressionAttributeValues: { ':seen': user.updatedAt, ':was': user.isPremium },
        },
      },
      deleteAddress(table, user.email),
      ...deleteEntries(table, searchKeys(addressSearch, user.email, user.id)),
      ...countingParts(table, user, null, new Date(user.updatedAt)),
    ]
  }

  return {
    find,
    listMissing,
    createProfile,
    createByOperator,
    removeProfile,
    beginDeletion,
    changePremium,
    releaseSession,
    endSignIns,
  }
}

export type Users = ReturnType<typeof createUsers>
