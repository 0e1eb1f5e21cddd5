import { assertUnprotected } from '#shared/domain/accounts/roles.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Actor, AuditEntry } from '#shared/entities/audit-entry.ts'
import { newProfile, type User } from '#shared/entities/user.ts'
import { type Account, UnknownPageToken } from '../aws/user-pool.ts'
import { auditEntry, SYSTEM } from '../data/audit.ts'
import type { AccessChange } from '../data/blocked.ts'
import { decodeCursor, encodeCursor, invalidCursor } from '../data/table/query.ts'
import { succeeds } from '../http/problem.ts'
import type { Deps } from '../http/use-case.ts'

const DELETION = 'finish a deletion'

export type DeletionDeps = Pick<Deps, 'users' | 'deletions' | 'receipts' | 'userPool' | 'owners' | 'clock'>

/**
 * Deletes an account in two systems that cannot change as one: one transaction deletes the profile, counts it out, logs
 * it and notes the deletion; then the remaining items and the Cognito identity go. When that second part fails, the
 * answer is a success, because every sign-in and guard needs a profile, and the daily reconciliation finishes it.
 * @throws DomainError OWNER_REQUIRED, CONFLICT, TEMPORARILY_UNAVAILABLE when nothing was deleted
 */
export async function deleteAccount(deps: DeletionDeps, user: User, entry: AuditEntry): Promise<void> {
  assertUnprotected(user, deps.owners)
  const result = await deps.users.beginDeletion(user, entry)
  if (result === 'conflict' && (await deps.users.find(user.id))) throw new DomainError('CONFLICT')
  await finishDeletion(deps, user.id)
}

export function ownDeletion({ email: target, isPremium, premiumUntil }: User, now: Date): AuditEntry {
  return auditEntry(SYSTEM, now, {
    action: 'DELETE_USER',
    target,
    before: { isPremium, premiumUntil },
    after: { deletedBy: 'user' },
  })
}

/** Finishes interrupted deletions. After finished ones, it deletes the items that a concurrent call wrote later. */
export async function finishDeletions(deps: DeletionDeps): Promise<number> {
  let left = 0
  for (const { userId, isDone } of await deps.deletions.listRemembered()) {
    const isFinished = isDone
      ? await succeeds(DELETION, () => deps.deletions.removeOwnItems(userId, deps.receipts.remove))
      : await finishDeletion(deps, userId)
    if (!isFinished) left += 1
  }
  return left
}

function finishDeletion(deps: DeletionDeps, userId: string): Promise<boolean> {
  const { userPool, deletions, receipts, clock } = deps
  return succeeds(DELETION, async () => {
    await deletions.removeOwnItems(userId, receipts.remove)
    await userPool.removeAccount(userId)
    await deletions.finish(userId, clock.now())
  })
}

// Blocking is one transaction in the table. Cognito is changed after it, and once more by the daily reconciliation,
// since a block and an unblock in a row may reach Cognito in the opposite order.

type AccessDeps = Pick<Deps, 'users' | 'accessChanges' | 'userPool' | 'clock'>

const BLOCK = 'apply a block in Cognito'
/** After this time the call that made a change has reached Cognito or ended. Milliseconds. */
const CALL_ENDS_WITHIN_MS = 60_000

export async function applyAccess(
  { userPool }: Pick<Deps, 'userPool'>,
  userId: string,
  access: 'blocked' | 'open',
): Promise<void> {
  await succeeds(BLOCK, () =>
    access === 'blocked' ? userPool.disableAccount(userId) : userPool.enableAccount(userId),
  )
}

/** Applies every change since the last run in Cognito. @returns the number of changes that failed */
export async function repeatAccessChanges(deps: AccessDeps): Promise<number> {
  let left = 0
  for (const change of await deps.accessChanges.listOpen())
    if (!(await succeeds(BLOCK, () => repeatAccessChange(deps, change)))) left += 1
  return left
}

async function repeatAccessChange(deps: AccessDeps, change: AccessChange): Promise<void> {
  const { users, userPool, accessChanges, clock } = deps
  const user = await users.find(change.userId)
  if (user)
    await (user.blockedAt === null ? userPool.enableAccount(user.id) : userPool.disableAccount(user.id))
  const age = clock.now().getTime() - Date.parse(change.begunAt)
  if (age > CALL_ENDS_WITHIN_MS) await accessChanges.close(change)
}

type SyncDeps = Pick<Deps, 'users' | 'userPool' | 'owners' | 'clock'>

/** Cognito's own page tokens have no spaces. */
const PAGE_TOKEN = /^\S+$/

/** Limits of one call: 10 pages of 60 accounts, and no further page after so many new profiles. */
const PAGES = 10
const CREATIONS = 100

/**
 * Creates the free profiles that accounts lack, without disabled accounts and owners. The write itself refuses blocked
 * addresses, accounts being deleted and profiles that were created since. @throws DomainError INVALID_REQUEST when the
 * cursor leads nowhere, TEMPORARILY_UNAVAILABLE
 */
export async function syncProfiles(
  deps: SyncDeps,
  actor: Actor,
  cursor: string | undefined,
): Promise<{ created: number; nextCursor: string | null }> {
  let created = 0
  let pageToken = cursor === undefined ? null : decodeCursor(cursor, PAGE_TOKEN)
  for (let page = 0; page < PAGES && created < CREATIONS; page += 1) {
    const { accounts, nextPageToken } = await listPage(deps, pageToken ?? undefined)
    created += await createMissing(deps, actor, accounts)
    pageToken = nextPageToken
    if (pageToken === null) break
  }
  return { created, nextCursor: pageToken === null ? null : encodeCursor(pageToken) }
}

function listPage({ userPool }: SyncDeps, pageToken: string | undefined) {
  return userPool.listAccounts(pageToken).catch((error: unknown) => {
    throw error instanceof UnknownPageToken ? invalidCursor(error) : error
  })
}

async function createMissing(
  { users, owners, clock }: SyncDeps,
  actor: Actor,
  accounts: readonly Account[],
): Promise<number> {
  const students = accounts.filter(({ email }) => !owners.includes(email))
  const missing = await users.listMissing(students.map(({ id }) => id))
  let created = 0
  for (const { id, email, createdAt } of students.filter((account) => missing.includes(account.id))) {
    const profile = newProfile(id, email, createdAt)
    const after = { isPremium: profile.isPremium, createdAt: profile.createdAt }
    const entry = auditEntry(actor, clock.now(), { action: 'CREATE_USER', target: email, after })
    if ((await users.createProfile(profile, entry)) === 'written') created += 1
  }
  return created
}
