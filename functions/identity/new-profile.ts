import type { User } from '#shared/domain/user.ts'

/** A free account without a session. `email` is normalised. */
export function newProfile(id: string, email: string, now: Date): User {
  return {
    id,
    email,
    isPremium: false,
    premiumUntil: null,
    isAdmin: false,
    blockedAt: null,
    session: null,
    createdAt: now.toISOString(),
    updatedAt: now.toISOString(),
  }
}
