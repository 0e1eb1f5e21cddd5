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
import { applyAccess, type DeletionDeps, deleteAccount } from '../../account-processes/reconciled.ts'
import { adminActor, auditEntry, premiumValues } from '../../data/audit.ts'
import { answerOvertaken } from '../../data/overtaken.ts'
import type { PageQuery } from '../../data/table/query.ts'
import { findListedUser } from '../../http/profile-view.ts'
import type { Deps } from '../../http/use-case.ts'

/** Returns a page of users, newest first, with the number of all users or of those that search and state find. */
export async function listUsers(
  { users, clock }: Pick<Deps, 'users' | 'clock'>,
  { state, ...query }: PageQuery & { search: string; state?: UserState | undefined },
) {
  const now = clock.now()
  const { items, ...page } = await users.listNewest(query, state && { state, now })
  return { items: items.map((user) => userView(user, now)), ...page }
}

/** Returns the owner's view of a user; `isPremium` tells whether Premium holds at `now`. */
export function userView(user: User, now: Date): UserView {
  return { ...user, isPremium: isPremiumNow(user, now), ...shownEnd(user), heldDh: heldSum(user) }
}

/** Returns the number of accounts whose Premium ends on each day, earliest first, those without an end last. */
export async function listPremiumEnds({ users }: Pick<Deps, 'users'>): Promise<{ items: PremiumEnd[] }> {
  const accounts = new Map<string | null, number>()
  for (const lastDay of await users.listPremiumEnds()) accounts.set(lastDay, (accounts.get(lastDay) ?? 0) + 1)
  const items = [...accounts].map(([lastDay, count]) => ({ lastDay, accounts: count }))
  return { items: items.toSorted((a, b) => (a.lastDay ?? '9').localeCompare(b.lastDay ?? '9')) }
}

/**
 * Deletes a student's account for good, also a blocked one, whose address stays blocked.
 * @throws DomainError NOT_FOUND, OWNER_REQUIRED for admins and owners, CONFLICT when the profile changed since it was read
 */
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

/**
 * Returns the state of the account's session: whether it keeps other devices out, and for how long.
 * @throws DomainError NOT_FOUND
 */
export async function diagnoseSession(deps: Pick<Deps, 'users' | 'clock'>, id: string) {
  const { lease } = await findListedUser(deps, id)
  if (lease === null) return { active: false, lastActive: null, secondsLeft: null }
  const now = deps.clock.now()
  const active = isLeaseLive(lease, now)
  return { active, lastActive: lease.lastActive, secondsLeft: active ? secondsLeft(lease, now) : null }
}

/**
 * Ends the account's session, so that its student can sign in on another device at once. The device that held it is
 * signed out at its next call.
 * @throws DomainError NOT_FOUND, OWNER_REQUIRED for another owner's account
 */
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
  // When it is overtaken, another call has ended the session, or its student has signed out.
  await deps.users.releaseSession(id, lease.id, entry)
}

/**
 * Ends every sign-in of an account and its session, so that every device must sign in again with the password. A
 * repetition before that changes nothing.
 * @throws DomainError NOT_FOUND, OWNER_REQUIRED for another owner's account
 */
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
  // When it is overtaken, another call has ended them.
  await deps.users.endSignInsByOwner(user, entry)
}

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
      (other) => other.reason === reason,
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
  const { block, ...account } = await blocked.findWithAccount(email)
  if (!block) throw new DomainError('NOT_FOUND')
  const { reason, blockedAt } = block
  const entry = auditEntry(adminActor(actor), clock.now(), {
    action: 'DELETE_BLOCK',
    target: email,
    before: { reason, blockedAt },
  })
  if ((await blocked.unblock(account, block, entry)) === 'overtaken') {
    const isStillBlocked = (await blocked.find(email))?.blockedAt === blockedAt
    if (isStillBlocked) throw new DomainError('CONFLICT')
  } else if (account.accountId !== null) await applyAccess({ userPool }, account.accountId, 'open')
}
