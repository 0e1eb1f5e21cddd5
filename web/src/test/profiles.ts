import { createSample } from '#shared/contract/sample-answers.ts'
import { Profile } from '#shared/entities/user.ts'

/** Returns a free student's profile with these differences. */
export function aProfile(differences: Partial<Profile> = {}): Profile {
  const email = 'eleve@exemple.invalid'
  return createSample(Profile, {
    email,
    isOwner: false,
    isPrimaryOwner: false,
    hasNewAnswer: false,
    ...differences,
  })
}
