import { randomUUID } from 'node:crypto'
import type { ClaimedSession, SessionState } from '#shared/contract/session.ts'
import { readRoles } from '#shared/domain/accounts/roles.ts'
import type { Claimant } from '#shared/domain/accounts/sign-in.ts'
import type { User } from '#shared/entities/user.ts'
import type { Deps } from '../http/deps.ts'
import { count } from '../http/metrics.ts'
import type { Caller } from '../http/on.ts'
import { profileView } from '../http/profile-view.ts'

type ClaimDeps = Pick<Deps, 'leases' | 'owners' | 'clock'> & {
  deviceChangesPerDay: number
  /** Counts the change in the account's day, for the owner's list. */
  countDeviceChange: (userId: string, now: Date) => Promise<void>
  /** Shows the owner an account whose networks alternate. */
  watchNetworks: (user: User, now: Date) => Promise<void>
}

/**
 * Claims the account's one session, or resumes that of the caller's browser, and returns the profile with it. The
 * server creates the id; an id that a client sends is accepted only while its browser holds the lease.
 * @throws DomainError PROFILE_NOT_FOUND, AUTHENTICATION_REQUIRED when the sign-in is over, ACCOUNT_BLOCKED,
 *   SESSION_ALREADY_ACTIVE with the seconds left, DEVICE_CHANGES_EXCEEDED with the seconds to midnight in Morocco
 */
export async function claimSession(
  { leases, owners, deviceChangesPerDay, countDeviceChange, watchNetworks, clock }: ClaimDeps,
  claimant: Claimant,
  ownSessionId: string | undefined,
): Promise<ClaimedSession> {
  const now = clock.now()
  const claim = { ownSessionId, newSessionId: randomUUID(), deviceChangesPerDay }
  const { user, reused, isDeviceChange } = await leases.claimLease(claimant, claim, now)
  if (isDeviceChange) await countDeviceChange(user.id, now)
  await watchNetworks(user, now)
  count('ClaimsGranted')
  const profile = profileView({ user, roles: readRoles(user, owners, now) })
  return { sessionId: user.lease.id, lastActive: user.lease.lastActive, reused, profile }
}

/**
 * Returns session and profile in one answer, so that a page needs one call. The guard has checked that the session is
 * live.
 */
export function sessionState(caller: Caller): SessionState {
  const { lease: session } = caller.user
  if (!session) throw new Error('The guard let a caller without a session through')
  return { active: true, lastActive: session.lastActive, profile: profileView(caller) }
}

/** Returns session and profile after the guard has renewed the lease, in the write that reads the profile. */
export async function renewedSession(
  { watchNetworks, clock }: Pick<Deps, 'clock'> & { watchNetworks: (user: User, now: Date) => Promise<void> },
  caller: Caller,
): Promise<SessionState> {
  await watchNetworks(caller.user, clock.now())
  return sessionState(caller)
}
