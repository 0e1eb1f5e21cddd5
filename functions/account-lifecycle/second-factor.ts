import { signInsFrom } from '#shared/domain/accounts/sign-in.ts'
import type { User } from '#shared/entities/user.ts'
import { adminActor, auditEntry } from '../data/audit.ts'
import type { Deps } from '../http/use-case.ts'

/**
 * Copies whether Cognito asks for a second factor, since guards read profiles only; a new one ends earlier sign-ins.
 */
export async function recordSecondFactor(
  { secondFactors, userPool }: Pick<Deps, 'secondFactors' | 'userPool'>,
  user: User,
  now: Date,
  endsBefore = now,
): Promise<boolean> {
  const hasSecondFactor = await userPool.hasSecondFactor(user.id)
  if (hasSecondFactor === user.hasSecondFactor) return hasSecondFactor
  const entry = auditEntry(adminActor(user), now, {
    action: 'UPDATE_SECOND_FACTOR',
    target: user.email,
    before: { hasSecondFactor: user.hasSecondFactor },
    after: { hasSecondFactor },
  })
  // Sign-ins that a later change ended, such as a new password, stay ended.
  const from = Math.max(signInsFrom(endsBefore), user.signInsFrom ?? 0)
  if (hasSecondFactor) await secondFactors.switchOn(user, from, entry)
  else await secondFactors.switchOff(user, entry)
  return hasSecondFactor
}
