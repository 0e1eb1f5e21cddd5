import type { SessionState } from '#shared/contract/session.ts'
import type { Caller } from '../http/on.ts'

/** Session and profile in one answer (decision D15). The guard has seen that the session is live. */
export function sessionState({ user, roles }: Caller): SessionState {
  if (!user.session) throw new Error('The guard let a caller without a session through')
  return {
    active: true,
    lastActive: user.session.lastActive,
    profile: {
      id: user.id,
      email: user.email,
      isPremium: roles.isPremium,
      premiumUntil: user.premiumUntil,
      isAdmin: roles.isAdmin,
      isOwner: roles.isOwner,
      isPrimaryOwner: roles.isPrimaryOwner,
      createdAt: user.createdAt,
    },
  }
}
