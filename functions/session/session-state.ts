import type { SessionState } from '#shared/contract/session.ts'
import type { User } from '#shared/entities/user.ts'
import type { Deps } from '../http/deps.ts'
import type { Caller } from '../http/on.ts'
import { profileView } from '../http/profile-view.ts'

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
