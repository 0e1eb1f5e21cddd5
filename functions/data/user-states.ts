import * as v from 'valibot'
import { isInState, type UserState } from '#shared/domain/premium/user-state.ts'
import { parsePaymentRequestId } from '#shared/entities/payment-request.ts'
import type { User } from '#shared/entities/user.ts'
import { PREMIUM, paymentRequestsPartition } from './keys.ts'
import type { Table } from './table/client.ts'
import { idAt, type ListByAge } from './table/list-by-age.ts'
import { listPartition } from './table/query.ts'
import { tableShape } from './table/table-shape.ts'
import { StoredUser } from './user-kind.ts'

const { newest, sparse } = tableShape.indexes

const StoredFlag = v.object({ gsi3sk: v.string(), ...v.pick(StoredUser, ['premiumUntil']).entries })
const StoredRequest = v.object({ gsi1sk: v.string() })

/**
 * Returns the part of a list of users that is in a state at `now`: the accounts of the list among the flagged ones, all
 * others of the list, or those with an open request. One more query for each megabyte of the flagged accounts or requests.
 */
export function usersInState(
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
      const ends = await listEnds(table)
      return (id) => {
        const premiumUntil = ends.get(id)
        const flag = { isPremium: premiumUntil !== undefined, premiumUntil: premiumUntil ?? null }
        return isInState({ ...flag, openPaymentRequest: null }, state, now)
      }
    },
  }
}

/** Returns the last day of Premium of each flagged account; null: it has no end. */
async function listEnds(table: Table): Promise<Map<string, string | null>> {
  const attributes = [sparse.sortKey, 'premiumUntil']
  const flags = await listPartition(table, StoredFlag, { index: sparse, partition: PREMIUM, attributes })
  return new Map(flags.map(({ gsi3sk, premiumUntil }) => [idAt(gsi3sk), premiumUntil]))
}

/** Returns the ids of the accounts whose payment request waits. */
async function listAsking(table: Table): Promise<Set<string>> {
  const partition = paymentRequestsPartition('pending')
  const attributes = [newest.sortKey]
  const requests = await listPartition(table, StoredRequest, { index: newest, partition, attributes })
  return new Set(requests.map(({ gsi1sk }) => parsePaymentRequestId(idAt(gsi1sk)).userId))
}
