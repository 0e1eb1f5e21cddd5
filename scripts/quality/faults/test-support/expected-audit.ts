import { isDeepStrictEqual } from 'node:util'
import { resourceValues, subjectValues } from '#functions/admin/document-fields.ts'
import {
  ACTORS,
  AUDIT,
  actorKey,
  addressKey,
  BLOCKED,
  CARD_BATCHES,
  CARDS,
  COUNTERS,
  DELETIONS,
  LEDGER,
  resourceCounterKey,
  resourceKey,
  userCounterKey,
  userKey,
} from '#functions/data/keys.ts'
import { resourceKind } from '#functions/data/resources.ts'
import { userKind } from '#functions/data/stored-user.ts'
import { subjectKind } from '#functions/data/subjects.ts'
import { parseItem } from '#functions/data/table/read.ts'
import type { ItemKey, StoredItem } from '#functions/data/table/table-shape.ts'
import type { Site } from '#functions/test-support/site.ts'
import { readItems } from '#functions/test-support/table.ts'
import type { Account } from '#scripts/local/users/accounts.ts'
import { subjectId } from '#shared/catalogue/subjects.ts'
import type { AuditAction, AuditEntry } from '#shared/entities/audit-entry.ts'
import { Card, CardBatch } from '#shared/entities/card.ts'
import type { SentChange } from './changes.ts'

/**
 * Expects that an acknowledged change has its entry, that another one is complete or absent, and that the user pool
 * agrees after the daily reconciliation.
 */
export async function expectConsistent(
  { store, userPool }: Site,
  before: readonly StoredItem[],
  sent: readonly SentChange[],
): Promise<void> {
  const { handler: reconcile } = await import('#functions/account/reconcile-accounts.ts')
  const after = await readItems(store.table)
  expect(findAuditFaults(before, after)).toEqual([])
  expect(findUnaccounted(sent, newEntries(before, after), after)).toEqual([])
  await reconcile()
  const reconciled = await readItems(store.table)
  expect(findAuditFaults(after, reconciled)).toEqual([])
  expect(findAccountFaults(userPool.accounts.list(), reconciled)).toEqual([])
}

/**
 * Every audited state stands as the newest entry since `before` says, or as it stood before where no entry is about it:
 * no change without its entry and no entry without its change. Counters have moved by as much as what they count, and
 * the ledger has grown by one entry with each change of money.
 * @returns what is wrong, as sentences
 */
export function findAuditFaults(before: readonly StoredItem[], after: readonly StoredItem[]): string[] {
  const entries = newEntries(before, after)
  const lost = entriesIn(before).length + entries.length - entriesIn(after).length
  const [stood, stands] = [auditedStates(before), auditedStates(after)]
  const told = new Map<string, unknown>()
  for (const entry of entries) for (const [key, values] of statesToldBy(entry)) told.set(key, values)
  const keys = new Set([...stood.keys(), ...stands.keys(), ...told.keys()])
  return [
    ...(lost > 0 ? [`${lost} entries are gone from the log`] : []),
    ...[...keys].flatMap((key) => {
      const found = stands.get(key) ?? null
      const isRight = told.has(key)
        ? isAsTold(told.get(key), found)
        : isDeepStrictEqual(stood.get(key) ?? null, found)
      const expected = JSON.stringify(told.has(key) ? told.get(key) : (stood.get(key) ?? null))
      return isRight ? [] : [`${key}: ${expected} expected, ${JSON.stringify(found)} found`]
    }),
    ...findAddressFaults(after),
    ...findCounterFaults(before, after),
    ...findLedgerFaults(before, after),
  ]
}

function newEntries(before: readonly StoredItem[], after: readonly StoredItem[]): AuditEntry[] {
  const known = new Set(entriesIn(before).map(({ id }) => id))
  return entriesIn(after)
    .filter(({ id }) => !known.has(id))
    .toSorted((a, b) => a.createdAt.localeCompare(b.createdAt))
}

/**
 * Exactly one entry for each change that was acknowledged, at most one for each other, and none that no change
 * explains.
 */
function findUnaccounted(
  sent: readonly SentChange[],
  entries: readonly AuditEntry[],
  items: readonly StoredItem[],
) {
  const logged = entries.filter(({ action }) => action !== 'REFUSED_ATTEMPT')
  const texts = new Map(logged.map((entry) => [entry, JSON.stringify([entry, itemsNamedBy(entry, items)])]))
  const isAbout =
    ({ marks }: SentChange) =>
    (entry: AuditEntry) =>
      marks.some((mark) => texts.get(entry)?.includes(mark))
  const faults = sent.flatMap((change) => {
    const count = logged.filter(isAbout(change)).length
    // The pages of a synchronisation shift while accounts are deleted: the next one finds an account that it missed.
    const isOwed = isAcknowledged(change) && change.name !== 'syncUsers'
    return count === 1 || (count === 0 && !isOwed)
      ? []
      : [`${change.name} answered ${change.answer?.status ?? 'nothing'} and left ${count} entries`]
  })
  const stray = logged.filter((entry) => !sent.some((change) => isAbout(change)(entry)))
  return [...faults, ...stray.map((entry) => `no change explains ${JSON.stringify(entry)}`)]
}

export function isAcknowledged({ answer }: Pick<SentChange, 'answer'>): boolean {
  return answer !== null && answer.status < 400
}

/** Finds where the user pool and the table disagree on who has an account and who may sign in, and unfinished deletions. */
export function findAccountFaults(pool: readonly Account[], items: readonly StoredItem[]): string[] {
  const accounts = new Map(pool.map((account) => [account.id, account]))
  const users = new Map(usersIn(items).map((user) => [user.id, user]))
  const open = items.filter(({ pk, doneAt }) => pk === DELETIONS && doneAt === undefined)
  const disagreeing = [...new Set([...accounts.keys(), ...users.keys()])].filter((id) => {
    const [account, user] = [accounts.get(id), users.get(id)]
    return !account || !user || account.isEnabled !== (user.blockedAt === null)
  })
  return [
    ...disagreeing.map((id) => `user pool and table disagree on ${users.get(id)?.email ?? id}`),
    ...open.map(({ sk }) => `the deletion of ${sk} is unfinished`),
  ]
}

const isUser = ({ pk, sk }: ItemKey) => pk.startsWith('USER#') && sk === userKey('').sk
const isResource = ({ pk }: ItemKey) => pk.startsWith(resourceKey('').pk)
const usersIn = (items: readonly StoredItem[]) => items.filter(isUser).map(userKind.parse)
const entriesIn = (items: readonly StoredItem[]) =>
  items.filter(({ pk }) => pk === AUDIT) as unknown as AuditEntry[]

function auditedStates(items: readonly StoredItem[]): Map<string, unknown> {
  const states = new Map<string, unknown>()
  for (const { email, isPremium, premiumUntil, payment } of usersIn(items)) {
    states.set(`account ${email}`, {})
    states.set(`premium of ${email}`, { isPremium, premiumUntil, payment })
  }
  for (const item of items) {
    if (item.pk === BLOCKED) states.set(`block of ${item.sk}`, { reason: item.reason })
    if (item.pk === CARD_BATCHES) {
      const { label, count, validUntil, premiumUntil, priceDh, revokedAt } = parseItem(CardBatch, item)
      const isRevoked = revokedAt !== null
      states.set(`cards ${item.sk}`, { label, count, validUntil, premiumUntil, priceDh, isRevoked })
    }
    if (item['gsi1pk'] === CARDS) {
      const { serial, email, revokedAt } = parseItem(Card, item)
      if (email !== null || revokedAt !== null)
        states.set(`card ${serial}`, { email, isRevoked: revokedAt !== null })
    }
    if (isResource(item)) {
      const resource = resourceKind.parse(item)
      states.set(`document ${resource.id}`, resourceValues(resource))
    }
    if (item.pk.startsWith('SUBJECTS#')) {
      const subject = subjectKind.parse(item)
      states.set(`document ${subjectId(subject)}`, subjectValues(subject))
      const { exercises } = subject
      if (exercises.length > 0) states.set(`exercises of ${subjectId(subject)}`, { exercises })
    }
  }
  return states
}

function statesToldBy({ action, target, before, after }: AuditEntry): [string, unknown][] {
  switch (action) {
    case 'CREATE_USER':
      return [
        [`account ${target}`, {}],
        [`premium of ${target}`, { isPremium: false }],
      ]
    case 'DELETE_USER':
      return [`account ${target}`, `premium of ${target}`].map((key) => [key, null])
    case 'UPDATE_PREMIUM':
    case 'APPROVE_PAYMENT':
    case 'CREATE_PAYMENT':
      return [[`premium of ${target}`, premiumIn(after)]]
    case 'DELETE_PAYMENT':
      return after === null ? [] : [[`premium of ${target}`, premiumIn(after)]]
    case 'CREATE_CODES':
      return [[`cards ${target}`, after]]
    case 'DELETE_CODES':
      return [[`${target.includes('-') ? 'card' : 'cards'} ${target}`, { isRevoked: true }]]
    case 'REDEEM_CODE':
      return [
        [`premium of ${target}`, premiumIn(after)],
        [`card ${String(after?.['serial'])}`, { email: target, isRevoked: false }],
      ]
    case 'UPDATE_CODE':
      return [
        [`premium of ${target}`, premiumIn(after)],
        [`card ${String(before?.['serial'])}`, null],
      ]
    case 'CREATE_BLOCK':
      return [[`block of ${target}`, { reason: after?.reason }]]
    case 'DELETE_BLOCK':
      return [[`block of ${target}`, null]]
    case 'CREATE_SUBJECT':
    case 'UPDATE_SUBJECT':
    case 'CREATE_RESOURCE':
    case 'UPDATE_RESOURCE':
    case 'DELETE_RESOURCE':
      return [[`document ${target}`, after]]
    case 'UPDATE_EXERCISES':
      return [[`exercises of ${target}`, isEmptyList(after?.['exercises']) ? null : after]]
    case 'DELETE_SUBJECT':
      return [`document ${target}`, `exercises of ${target}`].map((key) => [key, null])
    case 'CREATE_RESOURCES':
    case 'UPDATE_RESOURCES':
      return Object.entries(after ?? {}).map(([id, values]) => [`document ${id}`, values])
    case 'DELETE_SESSION':
    case 'DELETE_SESSIONS':
    case 'CREATE_OWNER':
    case 'UPDATE_ROLE':
    case 'UPDATE_SECOND_FACTOR':
    case 'REFUSED_ATTEMPT':
    case 'LOOK_UP_COPY':
    case 'UPDATE_SETTINGS':
    case 'UPDATE_REPORT':
    case 'UPDATE_QUESTION':
    case 'CREATE_SHEET':
    case 'UPDATE_SHEET':
    case 'DELETE_SHEET':
    case 'UPDATE_INBOX':
    case 'REFUSE_PAYMENT':
      return []
  }
}

function premiumIn(values: AuditEntry['after']) {
  const { isPremium, premiumUntil, payment } = values ?? {}
  return { isPremium, premiumUntil, payment }
}

function isEmptyList(value: unknown): boolean {
  return Array.isArray(value) && value.length === 0
}

function itemsNamedBy({ action, after }: AuditEntry, items: readonly StoredItem[]): StoredItem[] {
  if (action !== 'CREATE_RESOURCES' && action !== 'UPDATE_RESOURCES') return []
  const ids = new Set(Object.keys(after ?? {}).map((id) => resourceKey(id).pk))
  return items.filter(({ pk }) => ids.has(pk))
}

function isAsTold(told: unknown, found: unknown): boolean {
  if (told === null || found === null) return told === found
  return isDeepStrictEqual({ ...found, ...(told as object) }, found)
}

/** Checks that each profile has its address and each address its profile, and that profile and list agree on blocks. */
function findAddressFaults(items: readonly StoredItem[]): string[] {
  const users = usersIn(items)
  const addresses = items.filter(({ pk }) => pk.startsWith(addressKey('').pk.slice(0, -1)))
  const byPk = new Map(addresses.map((item) => [item.pk, item.id]))
  const blocked = new Set(items.filter(({ pk }) => pk === BLOCKED).map(({ sk }) => sk))
  return [
    ...(addresses.length === users.length
      ? []
      : [`${addresses.length} addresses of ${users.length} profiles`]),
    ...users
      .filter(({ id, email }) => byPk.get(addressKey(email).pk) !== id)
      .map(({ email }) => `${email} has no address item`),
    ...users
      .filter(({ email, blockedAt }) => (blockedAt !== null) !== blocked.has(email))
      .map(({ email }) => `profile and list disagree on whether ${email} is blocked`),
  ]
}

function findCounterFaults(before: readonly StoredItem[], after: readonly StoredItem[]): string[] {
  const deltas = new Map<string, number>()
  const add = (key: string, amount: number) => deltas.set(key, (deltas.get(key) ?? 0) + amount)
  for (const [items, sign] of [
    [before, -1],
    [after, 1],
  ] as const) {
    for (const [key, count] of expectedCounts(items)) add(key, sign * count)
    for (const { pk, sk, count } of items)
      if (pk === COUNTERS || pk === ACTORS) add(`${pk} ${sk}`, -sign * Number(count ?? 0))
  }
  return [...deltas].flatMap(([key, off]) => (off === 0 ? [] : [`the counter ${key} is off by ${-off}`]))
}

/** The changes that add one entry to the ledger. */
const MONEY: readonly AuditAction[] = [
  'APPROVE_PAYMENT',
  'CREATE_PAYMENT',
  'DELETE_PAYMENT',
  'REDEEM_CODE',
  'UPDATE_CODE',
]

function findLedgerFaults(before: readonly StoredItem[], after: readonly StoredItem[]): string[] {
  const count = (items: readonly StoredItem[]) => items.filter((item) => item['gsi1pk'] === LEDGER).length
  const told = newEntries(before, after).filter(({ action }) => MONEY.includes(action)).length
  const noted = count(after) - count(before)
  return noted === told ? [] : [`${told} changes of money left ${noted} entries in the ledger`]
}

function expectedCounts(items: readonly StoredItem[]): Map<string, number> {
  const listed = usersIn(items).filter(({ blockedAt }) => blockedAt === null)
  const keys = [
    ...listed.map(({ id }) => userCounterKey(id)),
    ...items.filter(isResource).map(() => resourceCounterKey),
    ...entriesIn(items).map(({ actor }) => actorKey(actor)),
  ]
  const names = keys.map(({ pk, sk }) => `${pk} ${sk}`)
  return new Map([...Map.groupBy(names, (name) => name)].map(([name, same]) => [name, same.length]))
}
