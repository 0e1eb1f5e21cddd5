import type { Profile } from '#shared/entities/user.ts'

/** A free student's profile, but for what the test says. */
export function aProfile(differences: Partial<Profile> = {}): Profile {
  return {
    id: '7d6f0f3e-0f3b-4c55-9a34-0a8f4d1b2c11',
    email: 'eleve@exemple.invalid',
    isPremium: false,
    premiumUntil: null,
    isAdmin: false,
    isOwner: false,
    isPrimaryOwner: false,
    hasSecondFactor: false,
    createdAt: '2026-01-01T00:00:00.000Z',
    ...differences,
  }
}
