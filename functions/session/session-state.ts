import type { SessionState } from '#shared/contract/session.ts'
import type { Profile } from '#shared/entities/user.ts'
import type { Caller } from '../http/on.ts'

/** Session and profile in one answer, so that a page needs one call. The guard has checked that the session is live. */
export function sessionState(caller: Caller): SessionState {
  const { lease: session } = caller.user
  if (!session) throw new Error('The guard let a caller without a session through')
  return { active: true, lastActive: session.lastActive, profile: profileView(caller) }
}

/** A user's own profile, with the Premium that holds now. */
export function profileView({ user, roles }: Caller): Profile {
  return {
    id: user.id,
    email: user.email,
    isPremium: roles.isPremium,
    premiumUntil: user.premiumUntil,
    isAdmin: roles.isAdmin,
    isOwner: roles.isOwner,
    isPrimaryOwner: roles.isPrimaryOwner,
    hasSecondFactor: user.hasSecondFactor,
    createdAt: user.createdAt,
  }
}
