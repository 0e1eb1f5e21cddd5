import { DomainError } from '#shared/domain/domain-error.ts'
import { assertUnprotected } from '#shared/domain/roles.ts'
import type { User } from '#shared/entities/user.ts'
import { type AccessDeps, tellAccess } from '../account-processes/match-access.ts'
import type { Addresses } from '../data/addresses.ts'
import { adminActor, auditEntry } from '../data/audit-entry.ts'
import type { BlockedEmail, BlockedEmails } from '../data/blocked.ts'
import type { Clock } from '../http/clock.ts'

export type BlockDeps = {
  addresses: Pick<Addresses, 'findAccount'>
  blocked: Pick<BlockedEmails, 'find' | 'block' | 'unblock'>
  userPool: AccessDeps['userPool']
  owners: readonly string[]
  clock: Clock
}

/**
 * Blocks an address, with or without an account behind it (decision D26).
 * 1. Admins and owners cannot be blocked, not even by their address (D8).
 * 2. The address, the account with its session and its place in lists and counts, and the audit entry change as one:
 *    from then on no sign-in and no call passes.
 * 3. Cognito disables the account and revokes its tokens; when that fails the daily reconciliation does it.
 * Blocking again for the same reason changes nothing.
 * @throws DomainError OWNER_REQUIRED, CONFLICT when it is blocked for another reason, or the account changed meanwhile
 */
export async function blockEmail(
  { addresses, blocked, userPool, owners, clock }: BlockDeps,
  actor: User,
  { email, reason }: { email: string; reason: string },
): Promise<Omit<BlockedEmail, 'account'>> {
  const account = await addresses.findAccount(email)
  assertUnprotected({ email, isAdmin: account?.isAdmin ?? false }, owners)
  const now = clock.now()
  const block = { email, reason, blockedAt: now.toISOString(), blockedBy: actor.email }
  const entry = auditEntry(adminActor(actor), now, {
    action: 'CREATE_BLOCK',
    target: email,
    before: null,
    after: { reason, hasAccount: account !== null },
  })
  if (!(await blocked.block(account, block, entry))) return sameBlock(await blocked.find(email), reason)
  if (account) await tellAccess({ userPool }, account.id, 'blocked')
  return block
}

/**
 * Takes a block back: the address may sign up and its account sign in again.
 * @throws DomainError NOT_FOUND
 */
export async function unblockEmail(
  { blocked, userPool, clock }: BlockDeps,
  actor: User,
  email: string,
): Promise<void> {
  const block = await blocked.find(email)
  if (!block) throw new DomainError('NOT_FOUND')
  const { reason, blockedAt, account } = block
  const entry = auditEntry(adminActor(actor), clock.now(), {
    action: 'DELETE_BLOCK',
    target: email,
    before: { reason, blockedAt },
    after: null,
  })
  // Whoever comes second finds it done.
  if ((await blocked.unblock(block, entry)) && account) await tellAccess({ userPool }, account.id, 'open')
}

function sameBlock(found: BlockedEmail | null, reason: string): BlockedEmail {
  if (found?.reason !== reason) throw new DomainError('CONFLICT')
  return found
}
