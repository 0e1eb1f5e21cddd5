import { isDeepStrictEqual } from 'node:util'
import { parseResource, parseUser, resourceItem, userItem } from '#functions/data/items.ts'
import {
  ACCESS_CHANGES,
  ACTORS,
  AUDIT,
  actorKey,
  addressKey,
  BLOCKED,
  COUNTERS,
  DELETIONS,
  HEALTH,
  type ItemKey,
  premiumCounterKey,
  progressPrefix,
  resourceCounterKey,
  resourceKey,
  userCounterKey,
  userKey,
} from '#functions/data/keys.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { type Item } from './items.ts'

/** What of the table does not follow from its profiles, resources and log. */
export type Derived = {
  faults: string[]
  /** Search entries of resources that lead nowhere: an import that broke off leaves them, and readers pass them over. */
  staleHints: number
  /** Accounts whose deletion, block or unblocking Cognito may not have heard of. */
  open: Pending[]
}

/** A step of Cognito's that is noted as still to do. */
export type Pending = { key: string; begunAt: string; kind: 'deletion' | 'access change' }

/** Compares all that is written beside a change with what it follows from: index keys, addresses, search entries, counts. */
export function checkDerived(items: readonly Item[]): Derived {
  const byKind = Map.groupBy(items, kindOf)
  const of = (kind: Kind) => byKind.get(kind) ?? []
  const users = of('user').map((item) => ({ item, user: parseUser(item) }))
  const resources = of('resource').map((item) => ({ item, resource: parseResource(item) }))
  const addresses = compareItems(
    users.map(({ user: { id, email } }) => ({ ...addressKey(email), id })),
    of('address'),
  )
  return {
    faults: [
      ...users
        .filter(({ item, user }) => !isSame(userItem(user), item))
        .map(({ item }) => stray('profile', item)),
      ...resources
        .filter(({ item, resource }) => !isSame(resourceItem(resource), item))
        .map(({ item }) => stray('resource', item)),
      ...addresses,
      ...blockFaults(of('block'), users),
      ...progressFaults(of('progress'), users, of('deletion')),
      ...countFaults(of('counter'), expectedCounts(users, resources.length)),
      ...countFaults(of('actor'), expectedActions(of('entry'))),
      ...of('unknown').map((item) => stray('unknown', item)),
    ],
    staleHints: 0,
    open: [
      ...of('deletion')
        .filter(({ doneAt }) => doneAt === undefined)
        .map((item) => pending('deletion', item)),
      ...of('access-change').map((item) => pending('access change', item)),
    ],
  }
}

type Kind = (typeof KINDS)[number][0] | 'unknown'

const KINDS = [
  ['user', ({ pk, sk }: ItemKey) => pk.startsWith('USER#') && sk === userKey('').sk],
  ['progress', ({ pk, sk }: ItemKey) => pk.startsWith('USER#') && sk.startsWith(progressPrefix())],
  ['resource', ({ pk }: ItemKey) => pk.startsWith(resourceKey('').pk)],
  ['subject', ({ pk }: ItemKey) => pk.startsWith('SUBJECTS#')],
  ['address', ({ pk }: ItemKey) => pk.startsWith(addressKey('').pk)],
  ['block', ({ pk }: ItemKey) => pk === BLOCKED],
  ['entry', ({ pk }: ItemKey) => pk === AUDIT],
  ['actor', ({ pk }: ItemKey) => pk === ACTORS],
  ['counter', ({ pk }: ItemKey) => pk === COUNTERS],
  ['deletion', ({ pk }: ItemKey) => pk === DELETIONS],
  ['access-change', ({ pk }: ItemKey) => pk === ACCESS_CHANGES],
  ['throttle', ({ pk }: ItemKey) => pk.startsWith('THROTTLE#')],
  // What the check of documents found; it follows from Drive alone.
  ['health', ({ pk }: ItemKey) => pk === HEALTH],
] as const satisfies [string, (key: ItemKey) => boolean][]

function kindOf(item: Item): Kind {
  return KINDS.find(([, is]) => is(item))?.[0] ?? 'unknown'
}

function compareKeys(expected: readonly ItemKey[], found: readonly ItemKey[]) {
  const [wanted, present] = [new Set(expected.map(keyText)), new Set(found.map(keyText))]
  return {
    missing: [...wanted].filter((key) => !present.has(key)),
    extra: [...present].filter((key) => !wanted.has(key)),
  }
}

function compareItems(expected: readonly Item[], found: readonly Item[]): string[] {
  const wanted = new Map(expected.map((item) => [keyText(item), item]))
  const { missing } = compareKeys(expected, found)
  return [
    ...missing.map((key) => `missing ${key}`),
    ...found.filter((item) => !isSame(wanted.get(keyText(item)), item)).map((item) => stray('address', item)),
  ]
}

type Profiles = readonly { user: ReturnType<typeof parseUser> }[]

/** Who is blocked stands at his address, and the reverse. */
function blockFaults(blocks: readonly Item[], users: Profiles): string[] {
  const blocked = new Set(blocks.map(({ sk }) => sk))
  return users
    .filter(({ user }) => (user.blockedAt !== null) !== blocked.has(user.email))
    .map(({ user }) => `${user.email}: profile and list of blocked addresses disagree`)
}

/** Marks belong to a profile, or to an account on its way out: the reconciliation removes those. */
function progressFaults(marked: readonly Item[], users: Profiles, deletions: readonly Item[]): string[] {
  const owners = new Set([...users.map(({ user }) => user.id), ...deletions.map(({ sk }) => sk)])
  return marked
    .filter(({ pk }) => !owners.has(pk.slice('USER#'.length)))
    .map((item) => stray("nobody's progress", item))
}

function expectedCounts(users: Profiles, resources: number): Map<string, number> {
  const counts = new Map([[keyText(resourceCounterKey), resources]])
  const add = (key: ItemKey) => counts.set(keyText(key), (counts.get(keyText(key)) ?? 0) + 1)
  for (const { user } of users) {
    if (user.blockedAt !== null) continue
    add(userCounterKey(user.id))
    if (user.isPremium) add(premiumCounterKey(user.premiumUntil))
  }
  return counts
}

function expectedActions(entries: readonly Item[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const { actor } of entries as readonly (Item & Pick<AuditEntry, 'actor'>)[]) {
    const key = keyText(actorKey(actor))
    counts.set(key, (counts.get(key) ?? 0) + 1)
  }
  return counts
}

function countFaults(counters: readonly Item[], expected: ReadonlyMap<string, number>): string[] {
  const found = new Map(counters.map((counter) => [keyText(counter), Number(counter.count)]))
  return [...new Set([...expected.keys(), ...found.keys()])].flatMap((key) => {
    const [should, is] = [expected.get(key) ?? 0, found.get(key) ?? 0]
    return should === is ? [] : [`counter ${key} says ${is}, there are ${should}`]
  })
}

function isSame(expected: object | undefined, found: object): boolean {
  // As the store writes it: without what is undefined.
  return isDeepStrictEqual(JSON.parse(JSON.stringify(expected ?? null)), found)
}

function pending(kind: Pending['kind'], item: Item): Pending {
  return { kind, key: keyText(item), begunAt: String(item.begunAt) }
}

function stray(what: string, item: Item): string {
  return `${what} item that does not follow: ${JSON.stringify(item)}`
}

function keyText({ pk, sk }: ItemKey): string {
  return `${pk} ${sk}`
}
