import type { PremiumEnd } from '#shared/contract/admin/users.ts'
import { isLeaseLive, secondsLeft } from '#shared/domain/accounts/lease.ts'
import { assertMayEndSessions } from '#shared/domain/accounts/roles.ts'
import { signInsFrom } from '#shared/domain/accounts/sign-in.ts'
import { DomainError, found } from '#shared/domain/domain-error.ts'
import { heldSum } from '#shared/domain/premium/ledger.ts'
import { isPremiumNow, shownEnd } from '#shared/domain/premium/premium.ts'
import type { UserState } from '#shared/domain/premium/user-state.ts'
import type { BlockedEmail } from '#shared/entities/blocked-email.ts'
import type { User, UserView } from '#shared/entities/user.ts'
import { applyAccess, type DeletionDeps, deleteAccount } from '../../account-lifecycle/reconciliation.ts'
import { adminActor, auditEntry, premiumValues } from '../../data/audit.ts'
import { answerIfEqual } from '../../data/optimistic-lock.ts'
import type { PageQuery } from '../../data/table/query.ts'
import { findListedUser } from '../../http/profile-view.ts'
import type { Deps } from '../../http/use-case.ts'

export async function listUsers(
  { users, clock }: Pick<Deps, 'users' | 'clock'>,
  { state, ...query }: PageQuery & { search: string; state?: UserState | undefined },
) {
  const now = clock.now()
  const { items, ...page } = await users.listNewest(query, state && { state, now })
  return { items: items.map((user) => userView(user, now)), ...page }
}

export function userView(user: User, now: Date): UserView {
  return { ...user, isPremium: isPremiumNow(user, now), ...shownEnd(user), heldDh: heldSum(user) }
}

/** Returns the number of accounts whose Premium ends on each day, earliest first, those without an end last. */
export async function listPremiumEnds({ users }: Pick<Deps, 'users'>): Promise<{ items: PremiumEnd[] }> {
  const ends = Map.groupBy(await users.listPremiumEnds(), (lastDay) => lastDay)
  const items = [...ends].map(([lastDay, { length }]) => ({ lastDay, accounts: length }))
  return { items: items.toSorted((a, b) => (a.lastDay ?? '9').localeCompare(b.lastDay ?? '9')) }
}

/** @throws DomainError NOT_FOUND, OWNER_REQUIRED for admins and owners, CONFLICT when the profile changed */
export async function deleteUser(deps: DeletionDeps, actor: User, id: string): Promise<void> {
  const user = found(await deps.users.find(id))
  const entry = auditEntry(adminActor(actor), deps.clock.now(), {
    action: 'DELETE_USER',
    target: user.email,
    before: premiumValues(user),
  })
  await deleteAccount(deps, user, entry)
}

type SessionDeps = Pick<Deps, 'users' | 'owners' | 'clock'>

/** Time within which a second request of an owner counts as a repetition. */
const REPEATED_SECONDS = 60

export async function diagnoseSession(deps: Pick<Deps, 'users' | 'clock'>, id: string) {
  const { lease } = await findListedUser(deps, id)
  if (lease === null) return { active: false, lastActive: null, secondsLeft: null }
  const now = deps.clock.now()
  const active = isLeaseLive(lease, now)
  return { active, lastActive: lease.lastActive, secondsLeft: active ? secondsLeft(lease, now) : null }
}

/** The student can sign in on another device at once. @throws DomainError NOT_FOUND, OWNER_REQUIRED */
export async function releaseSession(deps: SessionDeps, actor: User, id: string): Promise<void> {
  const user = await findListedUser(deps, id)
  assertMayEndSessions(user, actor, deps.owners)
  const { email, lease } = user
  if (lease === null) return
  const entry = auditEntry(adminActor(actor), deps.clock.now(), {
    action: 'DELETE_SESSION',
    target: email,
    before: { lastActive: lease.lastActive },
  })
  // After a conflict, another call has ended the session, or its student has signed out.
  await deps.users.releaseSession(id, lease.id, entry)
}

/** Ends every sign-in of an account and its session. @throws DomainError NOT_FOUND, OWNER_REQUIRED for another owner */
export async function endUserSignIns(deps: SessionDeps, actor: User, id: string): Promise<void> {
  const user = await findListedUser(deps, id)
  assertMayEndSessions(user, actor, deps.owners)
  const now = deps.clock.now()
  const isEnded = user.signInsFrom !== null && user.signInsFrom > signInsFrom(now) - REPEATED_SECONDS
  if (isEnded && user.lease === null) return
  const entry = auditEntry(adminActor(actor), now, {
    action: 'DELETE_SESSIONS',
    target: user.email,
    before: { lastActive: user.lease?.lastActive ?? null },
  })
  // After a conflict, another call has ended them.
  await deps.users.endSignInsByOwner(user, entry)
}

/**
 * Blocks an address, so that no address of the same mailbox can sign up. Existing accounts with one are part of the
 * answer, for the owner to decide. Cognito disables the account afterwards; when that fails the daily reconciliation
 * does it. @throws DomainError OWNER_REQUIRED for admins and owners, CONFLICT
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
  if ((await blocked.block(accountId, block, entry)) === 'conflict') {
    const stored = answerIfEqual(await blocked.find(email), (other) => other.reason === reason)
    return { ...stored, sameMailbox }
  }
  if (accountId !== null) await applyAccess({ userPool }, accountId, 'blocked')
  return { ...block, sameMailbox }
}

/** @throws DomainError NOT_FOUND, CONFLICT when the account was deleted since it was looked up */
export async function unblockEmail(
  { blocked, userPool, clock }: Pick<Deps, 'blocked' | 'userPool' | 'clock'>,
  actor: User,
  email: string,
): Promise<void> {
  const { block, ...account } = await blocked.findWithAccount(email)
  if (!block) throw new DomainError('NOT_FOUND')
  const { reason, blockedAt } = block
  const entry = auditEntry(adminActor(actor), clock.now(), {
    action: 'DELETE_BLOCK',
    target: email,
    before: { reason, blockedAt },
  })
  if ((await blocked.unblock(account, block, entry)) === 'conflict') {
    const isStillBlocked = (await blocked.find(email))?.blockedAt === blockedAt
    if (isStillBlocked) throw new DomainError('CONFLICT')
  } else if (account.accountId !== null) await applyAccess({ userPool }, account.accountId, 'open')
}
