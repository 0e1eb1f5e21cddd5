import { isDeepStrictEqual } from 'node:util'
import { resourceValues } from '#functions/admin/views.ts'
import { blockLookup } from '#functions/data/blocked.ts'
import { parseResource, parseUser } from '#functions/data/items.ts'
import { AUDIT, BLOCKED, resourceKey, subjectItemKey, userKey } from '#functions/data/keys.ts'
import { subjectLookup } from '#functions/data/subjects.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { subjectId } from '#shared/entities/subject.ts'
import type { Payment, User } from '#shared/entities/user.ts'
import { type Item } from './items.ts'

export type ModelUser = Pick<User, 'email' | 'isPremium' | 'premiumUntil' | 'isAdmin' | 'createdAt'> & {
  /** Null where only the log is known, which names accounts by their address. */
  id: string | null
  payment: Payment | null
  isBlocked: boolean
}

/** What the owner's changes are about, whether read from the table or told by the log. */
export type Model = {
  /** By address. */
  users: Map<string, ModelUser>
  /** By address. */
  blocks: Map<string, { reason: string }>
  /** By id: the values that the log keeps. */
  subjects: Map<string, Record<string, unknown>>
  /** By id: the values that the log keeps; null where an import wrote them, of which the log keeps ids only. */
  resources: Map<string, Record<string, unknown> | null>
  /** Profiles created and Premium activated, by the week's Monday. */
  signUps: Map<string, number>
  activations: Map<string, number>
}

/** The state that the table's items show. @throws Error when one of them cannot be read */
export function modelOf(items: readonly Item[]): Model {
  const model: Model = {
    users: new Map(),
    blocks: new Map(),
    subjects: new Map(),
    resources: new Map(),
    signUps: weeksOf(items, 'signUps:'),
    activations: weeksOf(items, 'activations:'),
  }
  for (const item of items) addItem(model, item)
  return model
}

/** The log's entries among the items, oldest first. */
export function entriesOf(items: readonly Item[]): AuditEntry[] {
  return items
    .filter(({ pk }) => pk === AUDIT)
    .map(({ pk: _pk, sk: _sk, ...entry }) => entry as unknown as AuditEntry)
    .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : Number(a.createdAt > b.createdAt)))
}

/** What differs between the state that the log tells and the one that the table shows; none: nothing is half-done. */
export function differencesOf(told: Model, found: Model): string[] {
  return [
    ...differing('user', told.users, found.users, isSameUser),
    ...differing('block', told.blocks, found.blocks),
    ...differing('subject', told.subjects, found.subjects),
    ...differing(
      'resource',
      told.resources,
      found.resources,
      (a, b) => a === null || isDeepStrictEqual(a, b),
    ),
    ...differing('sign-ups of', told.signUps, found.signUps),
    ...differing('activations of', told.activations, found.activations),
  ]
}

function addItem(model: Model, item: Item): void {
  const { pk, sk } = item
  if (pk.startsWith('USER#') && sk === userKey('').sk) {
    const { id, email, isPremium, premiumUntil, payment, isAdmin, blockedAt, createdAt } = parseUser(item)
    const isBlocked = blockedAt !== null
    model.users.set(email, { id, email, isPremium, premiumUntil, payment, isAdmin, isBlocked, createdAt })
  }
  if (pk === BLOCKED) model.blocks.set(sk, { reason: blockLookup(sk).parse(item)?.reason ?? '' })
  if (pk.startsWith('SUBJECTS#')) {
    const subject = subjectLookup({ track: 'SM', year: '', session: 'Normale' }).parse(item)
    if (!subject || subjectItemKey(subject).sk !== sk) throw new Error(`${pk} ${sk} holds another subject`)
    const { track, year, session, file } = subject
    model.subjects.set(subjectId(subject), { track, year, session, file: file.fileId })
  }
  if (pk.startsWith(resourceKey('').pk)) {
    const resource = parseResource(item)
    model.resources.set(resource.id, resourceValues(resource))
  }
}

function weeksOf(items: readonly Item[], prefix: string): Map<string, number> {
  const weeks = new Map<string, number>()
  for (const [name, count] of items.flatMap((item) => Object.entries(item)))
    if (name.startsWith(prefix)) {
      const week = name.slice(prefix.length)
      weeks.set(week, (weeks.get(week) ?? 0) + Number(count))
    }
  return weeks
}

/** The table knows which account it is; the log only its address. */
function isSameUser(told: ModelUser, found: ModelUser): boolean {
  return isDeepStrictEqual(told.id === null ? { ...told, id: found.id } : told, found)
}

function differing<T>(
  what: string,
  told: ReadonlyMap<string, T>,
  found: ReadonlyMap<string, T>,
  isSame: (told: T, found: T) => boolean = isDeepStrictEqual,
): string[] {
  return [...new Set([...told.keys(), ...found.keys()])].flatMap((key) => {
    const [expected, actual] = [told.get(key), found.get(key)]
    if (expected !== undefined && actual !== undefined && isSame(expected, actual)) return []
    return [
      `${what} ${key}: the log tells ${JSON.stringify(expected)}, the table holds ${JSON.stringify(actual)}`,
    ]
  })
}
