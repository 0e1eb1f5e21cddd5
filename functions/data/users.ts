import * as v from 'valibot'
import { canonicalAddress } from '#shared/domain/accounts/canonical-address.ts'
import { moroccanDay, startOfDay } from '#shared/domain/days/moroccan-day.ts'
import { isInState, type UserState } from '#shared/domain/premium/user-state.ts'
import { parsePaymentRequestId } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { createAccountChanges, createAccountCreation } from './account-changes.ts'
import { createCounters } from './counters.ts'
import { PREMIUM, paymentRequestsPartition, USERS, userKey } from './keys.ts'
import { addressLookup, StoredUser, userKind } from './stored-user.ts'
import type { Table } from './table/client.ts'
import { idAt, type ListByAge, listCounted } from './table/list-by-age.ts'
import { countPartition, listPartition, type Page, type PageQuery } from './table/query.ts'
import { readBatch, readExisting, readOne, StoredKey } from './table/read.ts'
import { tableShape } from './table/table-shape.ts'

const { newest, sparse } = tableShape.indexes

const StoredSearchText = v.object({ searchText: v.string() })

const dashboardList: ListByAge<User> = { kind: userKind, partition: USERS }

/** Leases are in leases.ts, blocks in blocked.ts. */
export function createUsers(table: Table) {
  const { countUsers } = createCounters(table)

  const find = (id: string) => userKind.find(table, id)

  /** Blocked or not. */
  async function findByEmail(email: string): Promise<User | null> {
    const id = await readOne(table, addressLookup(email))
    return id === null ? null : find(id)
  }

  async function listMissing(ids: readonly string[]): Promise<string[]> {
    const found = new Set((await readExisting(table, ids.map(userKey))).map(({ pk }) => pk))
    return ids.filter((id) => !found.has(userKey(id).pk))
  }

  /** Newest first, or those whose address contains every word of a search; `total` counts the same. */
  function listNewest(
    query: PageQuery & { search?: string },
    part?: { state: UserState; now: Date },
  ): Promise<Page<User> & { total: number }> {
    const list = part ? usersInState(table, dashboardList, part) : dashboardList
    return listCounted(table, list, query, countUsers)
  }

  /** A query for each megabyte of the list's index, some 4,000 accounts. */
  async function listSameMailbox(email: string): Promise<string[]> {
    const list = { index: newest, partition: USERS, attributes: ['searchText'] }
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

const StoredEnd = v.object({ ...StoredKey.entries, ...v.pick(StoredUser, ['premiumUntil']).entries })

/** Each list is a query for each megabyte of the index, some 5,000 accounts. */
function createPremiumLists(table: Table) {
  const flagged = { index: sparse, partition: PREMIUM }

  async function countPremium(now: Date): Promise<number> {
    const today = moroccanDay(now)
    return countPartition(table, {
      ...flagged,
      filter: {
        seen: { blockedAt: undefined },
        // The values are compared as texts, since earlier versions stored the instant at which Premium ended: later days
        // and later instants come after the instant at which today began, and earlier ones before it.
        where: 'attribute_not_exists(premiumUntil) OR premiumUntil = :today OR premiumUntil > :beginning',
        values: { today, beginning: startOfDay(today).toISOString() },
      },
    })
  }

  const listEnds = () =>
    listPartition(table, StoredEnd, {
      ...flagged,
      filter: { seen: { blockedAt: undefined } },
      attributes: ['pk', 'sk', 'premiumUntil'],
    })

  async function listPremiumEnds(): Promise<(string | null)[]> {
    return (await listEnds()).map(({ premiumUntil }) => premiumUntil)
  }

  async function listPremiumEndingOn(days: readonly string[]): Promise<User[]> {
    const keys = (await listEnds())
      .filter(({ premiumUntil }) => premiumUntil !== null && days.includes(premiumUntil))
      .map(({ pk, sk }) => ({ pk, sk }))
    return (await readBatch(table, keys)).map(userKind.parse)
  }

  return { countPremium, listPremiumEnds, listPremiumEndingOn }
}

const StoredFlag = v.object({ gsi3sk: v.string(), ...v.pick(StoredUser, ['premiumUntil']).entries })
const StoredRequest = v.object({ gsi1sk: v.string() })

/** The accounts of the list among the flagged ones, all others of the list, or those with an open request. */
function usersInState(
  table: Table,
  list: ListByAge<User>,
  { state, now }: { state: UserState; now: Date },
): ListByAge<User> {
  return {
    ...list,
    isListed: (user) => isInState(user, state, now),
    readShown: async () => {
      if (state === 'request') {
        const asking = await listAsking(table)
        return (id) => asking.has(id)
      }
      const ends = await listFlagged(table)
      return (id) => {
        const premiumUntil = ends.get(id)
        const flag = { isPremium: premiumUntil !== undefined, premiumUntil: premiumUntil ?? null }
        return isInState({ ...flag, openPaymentRequest: null }, state, now)
      }
    },
  }
}

async function listFlagged(table: Table): Promise<Map<string, string | null>> {
  const attributes = [sparse.sortKey, 'premiumUntil']
  const flags = await listPartition(table, StoredFlag, { index: sparse, partition: PREMIUM, attributes })
  return new Map(flags.map(({ gsi3sk, premiumUntil }) => [idAt(gsi3sk), premiumUntil]))
}

async function listAsking(table: Table): Promise<Set<string>> {
  const partition = paymentRequestsPartition('pending')
  const attributes = [newest.sortKey]
  const requests = await listPartition(table, StoredRequest, { index: newest, partition, attributes })
  return new Set(requests.map(({ gsi1sk }) => parsePaymentRequestId(idAt(gsi1sk)).userId))
}
