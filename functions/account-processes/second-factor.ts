import { signInsFrom } from '#shared/domain/sign-in.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import type { UserPool } from '../aws/user-pool.ts'
import { adminActor, auditEntry } from '../data/audit-entry.ts'
import type { SecondFactors } from '../data/second-factors.ts'

type Deps = { secondFactors: SecondFactors; userPool: Pick<UserPool, 'hasSecondFactor'> }

/**
 * Repeats in the profile whether Cognito asks an admin's account for a second factor: guards read profiles only.
 * 1. Asks Cognito, whatever the browser says of it.
 * 2. A change is noted with its audit entry. What was signed in with a password alone ends when there is a second factor.
 * @param endsBefore sign-ins from before end when it is newly on
 * @returns whether there is one
 * @throws DomainError TEMPORARILY_UNAVAILABLE; nothing is noted then
 */
export async function recordSecondFactor(
  { secondFactors, userPool }: Deps,
  user: User,
  now: Date,
  endsBefore = now,
): Promise<boolean> {
  const hasSecondFactor = await userPool.hasSecondFactor(user.id)
  if (hasSecondFactor === user.hasSecondFactor) return hasSecondFactor
  const entry = entryOf(user, hasSecondFactor, now)
  // What ended later than that, for instance with a new password, stays ended.
  const from = Math.max(signInsFrom(endsBefore), user.signInsFrom ?? 0)
  if (hasSecondFactor) await secondFactors.switchOn(user, from, entry)
  else await secondFactors.switchOff(user, entry)
  return hasSecondFactor
}

function entryOf(user: User, hasSecondFactor: boolean, now: Date): AuditEntry {
  return auditEntry(adminActor(user), now, {
    action: 'UPDATE_SECOND_FACTOR',
    target: user.email,
    before: { hasSecondFactor: user.hasSecondFactor },
    after: { hasSecondFactor },
  })
}
