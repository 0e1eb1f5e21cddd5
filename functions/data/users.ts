import * as v from 'valibot'
import type { Preferences } from '#shared/contract/account.ts'
import { canonicalAddress } from '#shared/domain/accounts/canonical-address.ts'
import { signInsFrom } from '#shared/domain/accounts/sign-in.ts'
import { laterThan } from '#shared/domain/days/instant.ts'
import { moroccanDay, startOfDay } from '#shared/domain/days/moroccan-day.ts'
import type { UserState } from '#shared/domain/premium/user-state.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { auditParts } from './audit.ts'
import { activationParts, createCounters, signUpPart, userCountingPart } from './counters.ts'
import { deletionPart, notDeletedPart } from './deletions.ts'
import { parseUser, StoredUser, userItem } from './items.ts'
import { addressKey, blockedKey, blockedMailboxKey, PREMIUM, USERS, userKey } from './keys.ts'
import { closingParts, notedReferenceParts } from './payment-request-parts.ts'
import type { Table } from './table/client.ts'
import type { Page, PageQuery } from './table/cursor.ts'
import { type ListByAge, listByAge } from './table/list-by-age.ts'
import {
  type Lookup,
  parseItem,
  queryAll,
  queryCount,
  readBatch,
  readExisting,
  readOne,
  StoredKey,
} from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import {
  deletePart,
  putPart,
  type TransactionPart,
  updateIf,
  updatePart,
  type WriteResult,
  writeTogether,
} from './table/write.ts'
import { userLookup } from './user-lookup.ts'
import { usersInState } from './user-states.ts'

const StoredPremiumEnd = v.pick(StoredUser, ['premiumUntil'])

const StoredListedEnd = v.object({ ...StoredKey.entries, ...StoredPremiumEnd.entries })

const StoredSearchText = v.object({ searchText: v.string() })

const StoredAddress = v.object({ id: v.string() })

/** Returns the id of the account at a normalised address; null where there is none. */
export function addressLookup(email: string): Lookup<string | null> {
  return { key: addressKey(email), parse: (item) => (item ? parseItem(StoredAddress, item).id : null) }
}

/** Returns the condition that an address has no account. */
export function noAccountPart({ name }: Table, email: string): TransactionPart {
  return {
    ConditionCheck: {
      TableName: name,
      Key: addressKey(email),
      ConditionExpression: 'attribute_not_exists(pk)',
    },
  }
}

/** Leaves out blocked accounts, which keep their place among Premium accounts and, for a moment, in other indexes. */
const parseListed = (item: unknown) => {
  const user = parseUser(item)
  return user.blockedAt === null ? user : null
}
const dashboardList: ListByAge<User> = {
  index: tableShape.indexes.newest,
  partition: USERS,
  keyOf: userKey,
  parse: parseListed,
}

/** Reads and writes profiles; leases are in leases.ts, blocks in blocked.ts. */
export function createUsers(table: Table) {
  const { name } = table
  const { countUsers } = createCounters(table)

  /** Returns the user with their lease, as last written. One consistent read. */
  async function find(id: string): Promise<User | null> {
    return readOne(table, userLookup(id))
  }

  /** Returns the user at a normalised address, blocked or not. Two consistent reads, one after the other. */
  async function findByEmail(email: string): Promise<User | null> {
    const id = await readOne(table, addressLookup(email))
    return id === null ? null : find(id)
  }

  /** Returns the profiles of at most 100 accounts, in the order of the ids. One batch of consistent reads. */
  async function findMany(ids: readonly string[]): Promise<User[]> {
    const items = await readBatch(table, ids.map(userKey), { ConsistentRead: true })
    const found = new Map(items.map(parseUser).map((user) => [user.id, user]))
    return ids.flatMap((id) => found.get(id) ?? [])
  }

  /** Returns the ids without a profile, of at most 100. One batch of eventually consistent reads. */
  async function listMissing(ids: readonly string[]): Promise<string[]> {
    const found = new Set((await readExisting(table, ids.map(userKey))).map(({ pk }) => pk))
    return ids.filter((id) => !found.has(userKey(id).pk))
  }

  /**
   * Returns a page of the users who are not blocked, newest first, or of those whose address contains every word of
   * a search, in all or in a part of the list; `total` counts the same. {@link listByAge} tells what it costs.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  async function listNewest(
    query: PageQuery & { search?: string },
    part?: { state: UserState; now: Date },
  ): Promise<Page<User> & { total: number }> {
    const list = part ? usersInState(table, dashboardList, part) : dashboardList
    const [{ found, ...page }, all] = await Promise.all([listByAge(table, list, query), countUsers()])
    return { ...page, total: found ?? all }
  }

  /**
   * Returns the number of accounts that are Premium at `now` and not blocked. A query for each megabyte of the index,
   * some 5,000 accounts.
   */
  async function countPremium(now: Date): Promise<number> {
    const today = moroccanDay(now)
    const { name: index, partitionKey } = tableShape.indexes.sparse
    return queryCount(table, {
      IndexName: index,
      KeyConditionExpression: `${partitionKey} = :premium`,
      // The values are compared as texts, since earlier versions stored the instant at which Premium ended: later days
      // and later instants come after the instant at which today began, and earlier ones before it.
      FilterExpression: `attribute_not_exists(blockedAt)
        AND (attribute_not_exists(premiumUntil) OR premiumUntil = :today OR premiumUntil > :beginning)`,
      ExpressionAttributeValues: {
        ':premium': PREMIUM,
        ':today': today,
        ':beginning': startOfDay(today).toISOString(),
      },
    })
  }

  /**
   * Returns the last day of Premium of each account with the flag that is not blocked, also a past day; null has no
   * end. A query for each megabyte of the index.
   */
  async function listPremiumEnds(): Promise<(string | null)[]> {
    const { name: index, partitionKey } = tableShape.indexes.sparse
    const items = await queryAll(table, {
      IndexName: index,
      KeyConditionExpression: `${partitionKey} = :premium`,
      FilterExpression: 'attribute_not_exists(blockedAt)',
      ProjectionExpression: 'premiumUntil',
      ExpressionAttributeValues: { ':premium': PREMIUM },
    })
    return items.map((item) => parseItem(StoredPremiumEnd, item).premiumUntil)
  }

  /**
   * The accounts that are flagged Premium and not blocked, and whose Premium ends on one of these days. A query for each
   * megabyte of the index, and a batch for each hundred accounts found.
   */
  async function listPremiumEndingOn(days: readonly string[]): Promise<User[]> {
    const { name: index, partitionKey } = tableShape.indexes.sparse
    const items = await queryAll(table, {
      IndexName: index,
      KeyConditionExpression: `${partitionKey} = :premium`,
      FilterExpression: 'attribute_not_exists(blockedAt)',
      ProjectionExpression: 'pk, sk, premiumUntil',
      ExpressionAttributeValues: { ':premium': PREMIUM },
    })
    const ending = items
      .map((item) => parseItem(StoredListedEnd, item))
      .filter(({ premiumUntil }) => premiumUntil !== null && days.includes(premiumUntil))
    return (
      await readBatch(
        table,
        ending.map(({ pk, sk }) => ({ pk, sk })),
      )
    ).map(parseUser)
  }

  /**
   * Returns the addresses of other listed accounts with the same mailbox. A query for each megabyte of the list's
   * index, some 4,000 accounts.
   */
  async function listSameMailbox(email: string): Promise<string[]> {
    const { name: index, partitionKey } = tableShape.indexes.newest
    const items = await queryAll(table, {
      IndexName: index,
      KeyConditionExpression: `${partitionKey} = :users`,
      ProjectionExpression: 'searchText',
      ExpressionAttributeValues: { ':users': USERS },
    })
    // The search text of an account is its address.
    const addresses = items.map((item) => parseItem(StoredSearchText, item).searchText)
    const mailbox = canonicalAddress(email)
    return addresses.filter((each) => each !== email && canonicalAddress(each) === mailbox)
  }

  /**
   * Creates a profile and counts it, unless it is there already, its address or mailbox is blocked or its account is being
   * deleted. With `entry` the audit entry is part of the transaction.
   */
  function createProfile(user: User, entry?: AuditEntry): Promise<WriteResult> {
    return writeTogether(table, [
      ...[blockedKey(user.email), blockedMailboxKey(user.email)].map((Key) => ({
        ConditionCheck: { TableName: name, Key, ConditionExpression: 'attribute_not_exists(pk)' },
      })),
      notDeletedPart(table, user.id),
      ...creation(user),
      ...(entry ? auditParts(table, entry) : []),
    ])
  }

  /**
   * Creates an account for an operator, also of owners, admins and blocked people. With `entry` the audit entry is part
   * of the transaction. Blocked accounts are not counted, as they are not listed.
   */
  function createByOperator(user: User, entry?: AuditEntry): Promise<WriteResult> {
    return writeTogether(table, [...creation(user), ...(entry ? auditParts(table, entry) : [])])
  }

  /** Removes a profile and counts it out. One transaction. */
  function removeProfile(user: User): Promise<WriteResult> {
    return writeTogether(table, removal(user))
  }

  /**
   * Begins the deletion of an account: deletes its profile with the lease, closes its open payment request, counts it
   * out, stores that its Cognito identity must still be deleted, and writes the audit entry. One transaction.
   */
  function beginDeletion(user: User, entry: AuditEntry): Promise<WriteResult> {
    return writeTogether(table, [
      ...removal(user),
      ...closingParts(table, user, null, entry.createdAt),
      deletionPart(table, user.id, entry.createdAt),
      ...auditParts(table, entry),
    ])
  }

  /**
   * Writes a changed Premium with its audit entry, counts an activation, and notes the reference of a payment: one
   * transaction.
   */
  function changePremium(before: User, after: User, entry: AuditEntry): Promise<WriteResult> {
    return writeTogether(table, [
      updatePart(table, userItem(before), userItem(after)),
      ...activationParts(table, before, after, new Date(entry.createdAt)),
      ...notedReferenceParts(table, before, after, entry.createdAt),
      ...auditParts(table, entry),
    ])
  }

  /**
   * Gives or takes the admin role, with the audit entry. Taking it ends the account's sign-ins and its session: one
   * transaction.
   */
  function changeRole(before: User, isAdmin: boolean, entry: AuditEntry): Promise<WriteResult> {
    const at = new Date(entry.createdAt)
    const updatedAt = laterThan(before.updatedAt, at)
    const changed = { ...before, isAdmin, updatedAt }
    const after = isAdmin ? changed : { ...changed, lease: null, signInsFrom: signInsFrom(at) }
    return writeTogether(table, [
      // This also ends a session that was claimed since the read.
      updatePart(table, userItem(before), userItem(after), isAdmin ? [] : ['lease']),
      ...auditParts(table, entry),
    ])
  }

  /** Ends the session of an account, with the audit entry: one transaction, no index touched. */
  function releaseSession(id: string, sessionId: string, entry: AuditEntry): Promise<WriteResult> {
    return writeTogether(table, [
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
  }

  /**
   * Ends every sign-in of an account and its session, so that earlier tokens are refused. Nothing happens where there
   * is no profile. One conditional update, no index touched.
   * @returns the user after the change, or null
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

  /**
   * Stores the given choices of an account. One conditional update, no index touched; it changes nothing that others
   * compare, so that it conflicts with none of their changes.
   * @returns the user after the change; null where there is none
   */
  async function setPreferences(
    id: string,
    { hasReminders, hasAnswerMails, hasReadAnswers, track }: Preferences,
    now: Date,
  ): Promise<User | null> {
    const isOff = hasReminders === false || hasAnswerMails === false
    const assignments = [
      ...(hasReminders === false ? ['remindersOffSince = if_not_exists(remindersOffSince, :now)'] : []),
      ...(hasAnswerMails === false ? ['answerMailsOffSince = if_not_exists(answerMailsOffSince, :now)'] : []),
      ...(track ? ['track = :track'] : []),
    ]
    const removed = [
      ...(hasReminders ? ['remindersOffSince'] : []),
      ...(hasAnswerMails ? ['answerMailsOffSince'] : []),
      ...(hasReadAnswers ? ['newAnswerAt'] : []),
    ]
    const changes = [
      ...(assignments.length > 0 ? [`SET ${assignments.join(', ')}`] : []),
      ...(removed.length > 0 ? [`REMOVE ${removed.join(', ')}`] : []),
    ]
    const change = await updateIf(table, {
      Key: userKey(id),
      ConditionExpression: 'attribute_exists(pk)',
      ...(changes.length > 0 && { UpdateExpression: changes.join(' ') }),
      ...(assignments.length > 0 && {
        ExpressionAttributeValues: {
          ...(isOff && { ':now': now.toISOString() }),
          ...(track && { ':track': track }),
        },
      }),
    })
    return change.outcome === 'done' ? parseUser(change.item) : null
  }

  /**
   * Ends every sign-in of an account and its session for an owner, with the audit entry: one transaction, no index
   * touched.
   */
  function endSignInsByOwner({ id, signInsFrom: seen }: User, entry: AuditEntry): Promise<WriteResult> {
    return writeTogether(table, [
      {
        Update: {
          TableName: name,
          Key: userKey(id),
          UpdateExpression: 'SET signInsFrom = :from REMOVE lease',
          ConditionExpression: `attribute_exists(pk) AND ${
            seen === null ? 'attribute_not_exists(signInsFrom)' : 'signInsFrom = :seen'
          }`,
          ExpressionAttributeValues: {
            ':from': signInsFrom(new Date(entry.createdAt)),
            ...(seen !== null && { ':seen': seen }),
          },
        },
      },
      ...auditParts(table, entry),
    ])
  }

  function creation(user: User): TransactionPart[] {
    const { id, email, blockedAt } = user
    return [
      putPart(table, userItem(user)),
      { Put: { TableName: name, Item: { ...addressKey(email), id } } },
      ...(blockedAt === null ? [signUpPart(table, user)] : []),
    ]
  }

  function removal(user: User): TransactionPart[] {
    const { id, email, blockedAt } = user
    return [
      deletePart(table, userItem(user)),
      { Delete: { TableName: name, Key: addressKey(email) } },
      ...(blockedAt === null ? [userCountingPart(table, id, -1)] : []),
    ]
  }

  return {
    find,
    findByEmail,
    findMany,
    listMissing,
    listNewest,
    countPremium,
    listPremiumEnds,
    listPremiumEndingOn,
    listSameMailbox,
    createProfile,
    createByOperator,
    removeProfile,
    beginDeletion,
    changePremium,
    changeRole,
    releaseSession,
    endSignIns,
    setPreferences,
    endSignInsByOwner,
  }
}

export type Users = ReturnType<typeof createUsers>
