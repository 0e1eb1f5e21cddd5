import type { AttributeValue } from '@aws-sdk/client-dynamodb'
import {
  ACCESS_CHANGES,
  accessChangeKey,
  addressKey,
  BLOCKED,
  COUNTERS,
  USER_COUNTER_SHARDS,
  userCounterKey,
  userKey,
} from '#functions/data/keys.ts'
import type { Profile } from './profiles.ts'
import type { StoredItem } from './stored-item.ts'

/** The `sub` of each account in the pool that is gone, and in the one that takes its place. */
export type Subs = ReadonlyMap<string, string>

/**
 * An item as it stands once the accounts have other subs: every place of the item map (functions/data/keys.ts) where one
 * stands; the test looks for others. Counters are corrected by {@link shardChanges}; deletions keep the old sub, whose account is gone either way.
 * @param signInsFrom epoch seconds; sign-ins of before count no more, should somebody have signed up at a student's address
 */
export function rekeyed(item: StoredItem, subs: Subs, signInsFrom: number): StoredItem {
  const pk = item['pk']?.S ?? ''
  const sk = item['sk']?.S ?? ''
  if (pk.startsWith(USER)) return rekeyedUserItem(item, pk.slice(USER.length), subs, signInsFrom)
  if (pk.startsWith(ADDRESS)) return { ...item, ...withSub('id', subs, item['id']?.S) }
  if (pk === BLOCKED) {
    const account = item['account']?.M
    if (!account) return item
    return { ...item, account: { M: { ...account, ...withSub('id', subs, account['id']?.S) } } }
  }
  if (pk.startsWith('EMAILS#')) {
    const between = sk.lastIndexOf('\t') + 1
    const sub = subs.get(sk.slice(between))
    return sub === undefined ? item : { ...item, sk: { S: sk.slice(0, between) + sub } }
  }
  if (pk === ACCESS_CHANGES) {
    const sub = subs.get(sk)
    return sub === undefined ? item : { ...item, ...texts({ ...accessChangeKey(sub), userId: sub }) }
  }
  return item
}

const USER = userKey('').pk
const PROFILE = userKey('').sk
const ADDRESS = addressKey('').pk

function rekeyedUserItem(item: StoredItem, old: string, subs: Subs, signInsFrom: number): StoredItem {
  const sub = subs.get(old)
  if (sub === undefined) return item
  const { pk } = userKey(sub)
  if (item['sk']?.S !== PROFILE) return { ...item, pk: { S: pk } }
  // Neither a lease nor an authenticator of the pool that is gone means anything in the new one.
  const { lease: _lease, hasSecondFactor: _hasSecondFactor, ...profile } = item
  const inIndex = (key: AttributeValue | undefined) => `${key?.S?.slice(0, -old.length)}${sub}`
  return {
    ...profile,
    ...texts({ pk, id: sub }),
    ...(profile['gsi1sk'] && texts({ gsi1sk: inIndex(profile['gsi1sk']) })),
    ...(profile['gsi3sk'] && texts({ gsi3sk: inIndex(profile['gsi3sk']) })),
    signInsFrom: { N: String(signInsFrom) },
  }
}

function withSub(name: string, subs: Subs, old: string | undefined): StoredItem {
  const sub = old === undefined ? undefined : subs.get(old)
  return sub === undefined ? {} : { [name]: { S: sub } }
}

function texts(values: Record<string, string>): StoredItem {
  return Object.fromEntries(Object.entries(values).map(([name, S]) => [name, { S }]))
}

/** By how much each shard of the users' count changes, since a shard is chosen by the sub. */
export function shardChanges(profiles: readonly Profile[], subs: Subs): Map<string, number> {
  const changes = new Map<string, number>()
  const add = (sub: string, by: number) => {
    const { sk } = userCounterKey(sub)
    changes.set(sk, (changes.get(sk) ?? 0) + by)
  }
  for (const { id, isBlocked } of profiles) {
    const sub = subs.get(id)
    // Who is blocked is not counted.
    if (sub === undefined || isBlocked) continue
    add(id, -1)
    add(sub, 1)
  }
  return changes
}

/** A counter after the change of its shard. Shards that were not there before are left in `changes`. */
export function recounted(item: StoredItem, changes: Map<string, number>): StoredItem {
  const sk = item['sk']?.S ?? ''
  const by = changes.get(sk)
  if (item['pk']?.S !== COUNTERS || by === undefined) return item
  changes.delete(sk)
  return { ...item, count: { N: String(Number(item['count']?.N ?? 0) + by) } }
}

/** The shards that nobody was counted on before. */
export function newShards(changes: ReadonlyMap<string, number>): StoredItem[] {
  if (changes.size > USER_COUNTER_SHARDS) throw new Error('More changes than shards')
  return [...changes]
    .filter(([, by]) => by !== 0)
    .map(([sk, by]) => ({ ...texts({ pk: COUNTERS, sk }), count: { N: String(by) } }))
}
