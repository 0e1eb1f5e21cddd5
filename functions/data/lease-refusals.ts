import { countClaim, isChangeOfBrowser } from '#shared/domain/accounts/device-changes.ts'
import { secondsLeft } from '#shared/domain/accounts/lease.ts'
import { type Claimant, isSignInOver, type SignIn } from '#shared/domain/accounts/sign-in.ts'
import { moroccanDay, secondsToNextDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { DeviceChanges, User } from '#shared/entities/user.ts'
import type { Item } from './table/table-shape.ts'
import { userKind } from './user-kind.ts'

/**
 * Returns the user of an item on which a write of the lease was refused, if the account may hold a lease at all.
 * @throws DomainError PROFILE_NOT_FOUND, AUTHENTICATION_REQUIRED or ACCOUNT_BLOCKED
 */
export function mayHoldLease(found: Item | null, signIn: SignIn): User {
  if (found === null) throw new DomainError('PROFILE_NOT_FOUND')
  const user = userKind.parse(found)
  assertSignedIn(user, signIn)
  if (user.blockedAt !== null) throw new DomainError('ACCOUNT_BLOCKED')
  return user
}

export function assertSignedIn(user: User, signIn: SignIn): void {
  if (isSignInOver(user, signIn)) throw new DomainError('AUTHENTICATION_REQUIRED')
}

/** Counts a change of browser. @throws DomainError DEVICE_CHANGES_EXCEEDED */
export function countChange(user: User, claimant: Claimant, perDay: number, now: Date): DeviceChanges {
  const changes = countClaim(user.deviceChanges, claimant, moroccanDay(now))
  const isChange = isChangeOfBrowser(user.deviceChanges, claimant)
  // Owners are admins, and work on several devices.
  if (isChange && !user.isAdmin && changes.count > perDay)
    throw new DomainError('DEVICE_CHANGES_EXCEEDED', { retryAfterSeconds: secondsToNextDay(now) })
  return changes
}

export function sessionTaken({ lease }: User, now: Date): DomainError {
  return new DomainError('SESSION_ALREADY_ACTIVE', { retryAfterSeconds: lease ? secondsLeft(lease, now) : 1 })
}
