import type { SessionState } from '#shared/contract/session.ts'
import type { Caller } from '../http/on.ts'
import { profileView } from '../http/profile-view.ts'

/** Session and profile in one answer, so that a page needs one call. The guard has checked that the session is live. */
export function sessionState(caller: Caller): SessionState {
  const { lease: session } = caller.user
  if (!session) throw new Error('The guard let a caller without a session through')
  return { active: true, lastActive: session.lastActive, profile: profileView(caller) }
}
