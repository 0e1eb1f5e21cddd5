import { DomainError } from '#shared/domain/domain-error.ts'
import { assertUnprotected } from '#shared/domain/roles.ts'
import type { BlockedEmail } from '#shared/entities/blocked-email.ts'
import type { User } from '#shared/entities/user.ts'
import { type AccessDeps, applyAccess } from '../account-processes/apply-access.ts'
import { adminActor, auditEntry } from '../data/audit-entry.ts'
import type { BlockedEmails } from '../data/blocked.ts'
import type { Users } from '../data/users.ts'
import type { Clock } from '../http/clock.ts'

export type BlockDeps = {
  users: Pick<Users, 'findByEmail'>
  blocked: Pick<BlockedEmails, 'find' | 'block' | 'unblock'>
  userPool: AccessDeps['userPool']
  owners: readonly string[]
  clock: Clock
}

/**
 * Blocks an address, with or without an account behind it.
 * 1. Admins and owners cannot be blocked, not even by their address.
 * 2. The address, the account with its session and its place in lists and counts, and the audit entry change as one:
 *    from then on no sign-in and no call passes.
 * 3. Cognito disables the account and revokes its tokens; when that fails the daily reconciliation does it.
 * Blocking again for the same reason changes nothing.
 * @throws DomainError OWNER_REQUIRED, CONFLICT when it is blocked for another reason, or the account changed meanwhile
 */
export async function blockEmail(
  { users, blocked, userPool, owners, clock }: BlockDeps,
  actor: User,
  { email, reason }: { email: string; reason: string },
): Promise<BlockedEmail> {
  const account = await users.findByEmail(email)
  assertUnprotected({ email, isAdmin: account?.isAdmin ?? false }, owners)
  if (account && account.blockedAt !== null) return findSameBlock(blocked, email, reason)
  const now = clock.now()
  const block = { email, reason, blockedAt: now.toISOString(), blockedBy: actor.email }
  const entry = auditEntry(adminActor(actor), now, {
    action: 'CREATE_BLOCK',
    target: email,
    before: null,
    after: { reason, hasAccount: account !== null },
  })
  if (!(await blocked.block(account, block, entry))) return findSameBlock(blocked, email, reason)
  if (account) await applyAccess({ userPool }, account.id, 'blocked')
  return block
}

/**
 * Takes a block back: the address may sign up and its account sign in again.
 * @throws DomainError NOT_FOUND, CONFLICT when the account changed meanwhile
 */
export async function unblockEmail(
  { users, blocked, userPool, clock }: BlockDeps,
  actor: User,
  email: string,
): Promise<void> {
  const [block, account] = await Promise.all([blocked.find(email), users.findByEmail(email)])
  if (!block) throw new DomainError('NOT_FOUND')
  const { reason, blockedAt } = block
  const entry = auditEntry(adminActor(actor), clock.now(), {
    action: 'DELETE_BLOCK',
    target: email,
    before: { reason, blockedAt },
    after: null,
  })
  // Of two requests at once the second one finds it done.
  if ((await blocked.unblock(account, block, entry)) && account)
    await applyAccess({ userPool }, account.id, 'open')
}

async function findSameBlock(
  blocked: BlockDeps['blocked'],
  email: string,
  reason: string,
): Promise<BlockedEmail> {
  const found = await blocked.find(email)
  if (found?.reason !== reason) throw new DomainError('CONFLICT')
  return found
}
