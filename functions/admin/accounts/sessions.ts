import { isLeaseLive, secondsLeft } from '#shared/domain/accounts/lease.ts'
import { assertMayEndSessions } from '#shared/domain/accounts/roles.ts'
import { signInsFrom } from '#shared/domain/accounts/sign-in.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../../data/audit-entry.ts'
import type { Deps } from '../../http/deps.ts'
import { findListedUser } from './users.ts'

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
  return {
    active,
    lastActive: lease.lastActive,
    secondsLeft: active ? secondsLeft(lease, now) : null,
  }
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
    after: null,
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
    after: null,
  })
  // When it is overtaken, another call has ended them.
  await deps.users.endSignInsByOwner(user, entry)
}
