import { assertUnprotected } from '#shared/domain/accounts/roles.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { auditEntry, SYSTEM } from '../data/audit.ts'
import type { Deps } from '../http/deps.ts'
import { succeeds } from '../http/problem.ts'

const DELETION = 'finish a deletion'

export type DeletionDeps = Pick<Deps, 'users' | 'deletions' | 'receipts' | 'userPool' | 'owners' | 'clock'>

/**
 * Deletes an account for good, in two systems that cannot change as one.
 * 1. Admins and owners cannot be deleted through the API.
 * 2. One transaction deletes the profile with its lease, counts it out, logs it and stores the deletion as unfinished.
 * 3. Pictures of receipts, published answers and all items beside the profile are deleted, then the Cognito identity.
 *    When that fails, the answer is a success, because every sign-in and guard needs a profile, and the daily
 *    reconciliation finishes the deletion.
 * @throws DomainError OWNER_REQUIRED, CONFLICT when the profile changed since it was read, TEMPORARILY_UNAVAILABLE when
 *   nothing was deleted
 */
export async function deleteAccount(deps: DeletionDeps, user: User, entry: AuditEntry): Promise<void> {
  assertUnprotected(user, deps.owners)
  const result = await deps.users.beginDeletion(user, entry)
  if (result === 'overtaken' && (await deps.users.find(user.id))) throw new DomainError('CONFLICT')
  await finishDeletion(deps, user.id)
}

/** Returns the audit entry of users who delete their own account. */
export function ownDeletion({ email: target, isPremium, premiumUntil }: User, now: Date): AuditEntry {
  return auditEntry(SYSTEM, now, {
    action: 'DELETE_USER',
    target,
    before: { isPremium, premiumUntil },
    after: { deletedBy: 'user' },
  })
}

/**
 * Finishes interrupted deletions. After finished ones, it deletes the items that a concurrent call wrote later.
 * @returns the number of deletions that failed
 */
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
