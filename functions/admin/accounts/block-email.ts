import { DomainError } from '#shared/domain/domain-error.ts'
import type { BlockedEmail } from '#shared/entities/blocked-email.ts'
import type { User } from '#shared/entities/user.ts'
import { applyAccess } from '../../account-processes/apply-access.ts'
import { adminActor, auditEntry } from '../../data/audit-entry.ts'
import { answerOvertaken } from '../../data/overtaken.ts'
import type { Deps } from '../../http/deps.ts'

/**
 * Blocks an address, with or without an account behind it. From then on no address of the same mailbox can sign up.
 * Existing accounts with one stay, and are part of the answer, for the owner to decide.
 * 1. Admins and owners cannot be blocked, not even by their address.
 * 2. The address, the account with its session and its place in lists and counts, and the audit entry change as one.
 *    From then on every sign-in and call is refused.
 * 3. Cognito disables the account and revokes its tokens; when that fails the daily reconciliation does it. Blocking
 *    again for the same reason changes nothing.
 * @throws DomainError OWNER_REQUIRED, CONFLICT when it is blocked for another reason, or its account was created or
 *   deleted since it was looked up
 */
export async function blockEmail(
  deps: Pick<Deps, 'blocked' | 'users' | 'userPool' | 'owners' | 'clock'>,
  actor: User,
  { email, reason }: { email: string; reason: string },
): Promise<BlockedEmail & { sameMailbox: string[] }> {
  const { blocked, users, userPool, owners, clock } = deps
  if (owners.includes(email)) throw new DomainError('OWNER_REQUIRED')
  const [{ block: existing, accountId }, sameMailbox] = await Promise.all([
    blocked.findWithAccount(email),
    users.listSameMailbox(email),
  ])
  if (existing && existing.reason !== reason) throw new DomainError('CONFLICT')
  if (existing) return { ...existing, sameMailbox }
  const now = clock.now()
  const block = { email, reason, blockedAt: now.toISOString(), blockedBy: actor.email }
  const entry = auditEntry(adminActor(actor), now, {
    action: 'CREATE_BLOCK',
    target: email,
    after: { reason, hasAccount: accountId !== null },
  })
  if ((await blocked.block(accountId, block, entry)) === 'overtaken') {
    const stored = await answerOvertaken(
      () => blocked.find(email),
      (found) => found.reason === reason,
    )
    return { ...stored, sameMailbox }
  }
  if (accountId !== null) await applyAccess({ userPool }, accountId, 'blocked')
  return { ...block, sameMailbox }
}

/**
 * Takes a block back, so that the address may sign up and its account sign in again.
 * @throws DomainError NOT_FOUND, CONFLICT when the account was deleted since it was looked up
 */
export async function unblockEmail(
  { blocked, userPool, clock }: Pick<Deps, 'blocked' | 'userPool' | 'clock'>,
  actor: User,
  email: string,
): Promise<void> {
  const { block, ...found } = await blocked.findWithAccount(email)
  if (!block) throw new DomainError('NOT_FOUND')
  const { reason, blockedAt } = block
  const entry = auditEntry(adminActor(actor), clock.now(), {
    action: 'DELETE_BLOCK',
    target: email,
    before: { reason, blockedAt },
  })
  if ((await blocked.unblock(found, block, entry)) === 'overtaken') {
    const isStillBlocked = (await blocked.find(email))?.blockedAt === blockedAt
    if (isStillBlocked) throw new DomainError('CONFLICT')
  } else if (found.accountId !== null) await applyAccess({ userPool }, found.accountId, 'open')
}
