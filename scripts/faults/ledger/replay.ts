import { isDeepStrictEqual } from 'node:util'
import { isPremiumNow } from '#shared/domain/premium.ts'
import { mondayOf } from '#shared/domain/week.ts'
import type { AuditEntry, AuditValues } from '#shared/entities/audit-entry.ts'
import { newProfile } from '#shared/entities/user.ts'
import type { Model, ModelUser } from './model.ts'

/**
 * Carries the log out on a state, entry by entry.
 * @param entries oldest first
 * @returns the state that it tells, and the entries that do not follow from what stood before them
 */
export function replay(start: Model, entries: readonly AuditEntry[]): { told: Model; faults: string[] } {
  const told = copyOf(start)
  const faults: string[] = []
  for (const together of byInstant(entries)) {
    // Entries of the same millisecond are in no order: each waits for those that it builds on.
    let waiting = together
    let left = Number.POSITIVE_INFINITY
    while (waiting.length > 0 && waiting.length < left) {
      left = waiting.length
      waiting = waiting.filter((entry) => apply(told, entry) !== null)
    }
    for (const entry of waiting) faults.push(`${describe(entry)}: ${apply(told, entry)}`)
  }
  return { told, faults }
}

/** Entries put new values in place of old ones, so that the values themselves may be shared. */
function copyOf({ users, blocks, subjects, resources, signUps, activations }: Model): Model {
  return {
    users: new Map(users),
    blocks: new Map(blocks),
    subjects: new Map(subjects),
    resources: new Map(resources),
    signUps: new Map(signUps),
    activations: new Map(activations),
  }
}

function byInstant(entries: readonly AuditEntry[]): AuditEntry[][] {
  const groups = new Map<string, AuditEntry[]>()
  for (const entry of entries) groups.set(entry.createdAt, [...(groups.get(entry.createdAt) ?? []), entry])
  return [...groups.values()]
}

/** @returns why the entry cannot be, or null once it is carried out */
function apply(model: Model, entry: AuditEntry): string | null {
  switch (entry.action) {
    case 'UPDATE_PREMIUM':
      return updatePremium(model, entry)
    case 'CREATE_USER':
      return createUser(model, entry)
    case 'DELETE_USER':
      return deleteUser(model, entry)
    case 'CREATE_BLOCK':
      return createBlock(model, entry)
    case 'DELETE_BLOCK':
      return deleteBlock(model, entry)
    case 'CREATE_SUBJECT':
    case 'UPDATE_SUBJECT':
    case 'DELETE_SUBJECT':
      return put(model.subjects, entry)
    case 'CREATE_RESOURCE':
    case 'UPDATE_RESOURCE':
    case 'DELETE_RESOURCE':
      return put(model.resources, entry)
    case 'CREATE_RESOURCES':
      return importResources(model, entry)
    case 'DELETE_SESSION':
    case 'CREATE_OWNER':
    case 'UPDATE_SECOND_FACTOR':
    case 'REFUSED_ATTEMPT':
      return null
  }
}

function updatePremium({ users, activations }: Model, { target, before, after, createdAt }: AuditEntry) {
  const user = users.get(target)
  if (!user) return 'there is no such user'
  if (user.isBlocked) return 'the user is blocked'
  if (!holds(user, before)) return `before it stood ${JSON.stringify(user)}`
  const changed: ModelUser = { ...user, ...after }
  users.set(target, changed)
  const at = new Date(createdAt)
  if (!isPremiumNow(user, at) && isPremiumNow(changed, at)) count(activations, mondayOf(at))
  return null
}

function createUser({ users, signUps }: Model, { target, after }: AuditEntry): string | null {
  if (users.has(target)) return 'the user exists already'
  const createdAt = String(after?.createdAt)
  const { email, isPremium, premiumUntil, payment, isAdmin } = newProfile('', target, new Date(createdAt))
  users.set(target, {
    id: null,
    email,
    isPremium,
    premiumUntil,
    payment,
    isAdmin,
    isBlocked: false,
    createdAt,
  })
  count(signUps, mondayOf(new Date(createdAt)))
  return null
}

function deleteUser({ users }: Model, { target, before }: AuditEntry): string | null {
  const user = users.get(target)
  if (!user) return 'there is no such user'
  if (!holds(user, before)) return `before it stood ${JSON.stringify(user)}`
  users.delete(target)
  return null
}

function createBlock({ users, blocks }: Model, { target, after }: AuditEntry): string | null {
  const user = users.get(target)
  if (blocks.has(target)) return 'the address is blocked already'
  if (after?.hasAccount !== (user !== undefined)) return 'it is wrong about whether there is an account'
  blocks.set(target, { reason: String(after?.reason) })
  if (user) users.set(target, { ...user, isBlocked: true })
  return null
}

function deleteBlock({ users, blocks }: Model, { target, before }: AuditEntry): string | null {
  if (blocks.get(target)?.reason !== before?.reason) return 'the address is not blocked so'
  blocks.delete(target)
  const user = users.get(target)
  if (user) users.set(target, { ...user, isBlocked: false })
  return null
}

/** A whole value in place of another; null: none. */
function put(values: Map<string, Record<string, unknown> | null>, { target, before, after }: AuditEntry) {
  const stood = values.get(target)
  const isImported = stood === null && before !== null
  if (!isImported && !isDeepStrictEqual(stood ?? null, before))
    return `before it stood ${JSON.stringify(stood)}`
  if (after) values.set(target, after)
  else values.delete(target)
  return null
}

/** Of an import the log keeps which resources it added and changed. */
function importResources({ resources }: Model, { after }: AuditEntry): string | null {
  const [created, updated] = [after?.created ?? [], after?.updated ?? []] as [string[], string[]]
  if (created.length + updated.length === 0) return 'it names no resource'
  const wrong = [...created.filter((id) => resources.has(id)), ...updated.filter((id) => !resources.has(id))]
  if (wrong.length > 0) return `it takes for new or old what was not: ${wrong.join(', ')}`
  if (after?.createdCount !== created.length || after.updatedCount !== updated.length) return 'it miscounts'
  for (const id of [...created, ...updated]) resources.set(id, null)
  return null
}

/** Whether a user is as the log says that he was. */
function holds(user: ModelUser, before: AuditValues): boolean {
  return before !== null && isDeepStrictEqual({ ...user, ...before }, user)
}

function count(weeks: Map<string, number>, week: string): void {
  weeks.set(week, (weeks.get(week) ?? 0) + 1)
}

function describe({ createdAt, action, target, id }: AuditEntry): string {
  return `entry ${id} (${action} ${target}, ${createdAt})`
}
