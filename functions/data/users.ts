import * as v from 'valibot'
import { canonicalAddress } from '#shared/domain/accounts/canonical-address.ts'
import type { UserState } from '#shared/domain/premium/user-state.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { createAccountChanges } from './account-changes.ts'
import { writeAudited } from './audited.ts'
import { createCounters, signUpPart, userCountingPart } from './counters.ts'
import { deletionPart, notDeletedPart } from './deletions.ts'
import { addressKey, blockedKey, blockedMailboxKey, USERS, userKey } from './keys.ts'
import { closingParts } from './payment-request-parts.ts'
import { createPremiumLists } from './premium-lists.ts'
import type { Table } from './table/client.ts'
import type { Page, PageQuery } from './table/cursor.ts'
import { type ListByAge, listCounted } from './table/list-by-age.ts'
import { listPartition } from './table/query.ts'
import { readExisting, readOne } from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import {
  checkPart,
  deletePart,
  putPart,
  removePart,
  type TransactionPart,
  writeTogether,
} from './table/transaction.ts'
import type { WriteResult } from './table/write.ts'
import { addressLookup, userKind } from './user-kind.ts'
import { usersInState } from './user-states.ts'

const { newest } = tableShape.indexes

const StoredSearchText = v.object({ searchText: v.string() })

/** The accounts that are not blocked, whose profiles alone are in this partition. */
const dashboardList: ListByAge<User> = { kind: userKind, partition: USERS }

/** Reads and writes profiles; leases are in leases.ts, blocks in blocked.ts. */
export function createUsers(table: Table) {
  const { countUsers } = createCounters(table)

  /** Returns the user with their lease, as last written. */
  const find = (id: string) => userKind.find(table, id)

  /** Returns the user at a normalised address, blocked or not. Two consistent reads, one after the other. */
  async function findByEmail(email: string): Promise<User | null> {
    const id = await readOne(table, addressLookup(email))
    return id === null ? null : find(id)
  }

  /** Returns the ids without a profile, of at most 100. One batch of eventually consistent reads. */
  async function listMissing(ids: readonly string[]): Promise<string[]> {
    const found = new Set((await readExisting(table, ids.map(userKey))).map(({ pk }) => pk))
    return ids.filter((id) => !found.has(userKey(id).pk))
  }

  /**
   * Returns a page of the users who are not blocked, newest first, or of those whose address contains every word of
   * a search, in all or in a part of the list; `total` counts the same. {@link listCounted} tells what it costs.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  function listNewest(
    query: PageQuery & { search?: string },
    part?: { state: UserState; now: Date },
  ): Promise<Page<User> & { total: number }> {
    const list = part ? usersInState(table, dashboardList, part) : dashboardList
    return listCounted(table, list, query, countUsers)
  }

  /**
   * Returns the addresses of other listed accounts with the same mailbox. A query for each megabyte of the list's
   * index, some 4,000 accounts.
   */
  async function listSameMailbox(email: string): Promise<string[]> {
    const list = { index: newest, partition: USERS, attributes: ['searchText'] }
    // The search text of an account is its address.
    const addresses = (await listPartition(table, StoredSearchText, list)).map(({ searchText }) => searchText)
    const mailbox = canonicalAddress(email)
    return addresses.filter((each) => each !== email && canonicalAddress(each) === mailbox)
  }

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
  function createByOperator(user: User, entry?: AuditEntry): Promise<WriteResult> {
    return writeAudited(table, entry ?? [], ...creation(user))
  }

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
    find,
    findByEmail,
    /** Returns the profiles of at most 100 accounts, in the order of the ids. */
    findMany: (ids: readonly string[]) => userKind.findMany(table, ids),
    listMissing,
    listNewest,
    ...createPremiumLists(table),
    listSameMailbox,
    createProfile,
    createByOperator,
    /** Removes a profile and counts it out. */
    removeProfile: (user: User) => writeTogether(table, removal(user)),
    beginDeletion,
    ...createAccountChanges(table),
  }
}

export type Users = ReturnType<typeof createUsers>
