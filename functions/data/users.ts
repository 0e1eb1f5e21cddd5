import * as v from 'valibot'
import { canonicalAddress } from '#shared/domain/accounts/canonical-address.ts'
import type { UserState } from '#shared/domain/premium/user-state.ts'
import type { User } from '#shared/entities/user.ts'
import { createAccountChanges } from './account-changes.ts'
import { createAccountCreation } from './account-creation.ts'
import { createCounters } from './counters.ts'
import { USERS, userKey } from './keys.ts'
import { createPremiumLists } from './premium-lists.ts'
import type { Table } from './table/client.ts'
import type { Page, PageQuery } from './table/cursor.ts'
import { type ListByAge, listCounted } from './table/list-by-age.ts'
import { listPartition } from './table/query.ts'
import { readExisting, readOne } from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import { addressLookup, userKind } from './user-kind.ts'
import { usersInState } from './user-states.ts'

const { newest } = tableShape.indexes

const StoredSearchText = v.object({ searchText: v.string() })

/** The accounts that are not blocked, whose profiles alone are in this partition. */
const dashboardList: ListByAge<User> = { kind: userKind, partition: USERS }

/** Reads and writes profiles; leases are in leases.ts, blocks in blocked.ts. */
export function createUsers(table: Table) {
  const { countUsers } = createCounters(table)

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

  return {
    find,
    findByEmail,
    findMany: (ids: readonly string[]) => userKind.findMany(table, ids),
    listMissing,
    listNewest,
    ...createPremiumLists(table),
    listSameMailbox,
    ...createAccountCreation(table),
    ...createAccountChanges(table),
  }
}

export type Users = ReturnType<typeof createUsers>
