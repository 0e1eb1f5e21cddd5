import type { User } from '../../entities/user.ts'
import { DomainError } from '../domain-error.ts'
import { isPremiumNow } from '../premium/premium.ts'

export type Roles = {
  isPremium: boolean
  isAdmin: boolean
  isOwner: boolean
  isPrimaryOwner: boolean
  mayOpenPremium: boolean
}

/** The owners' addresses are normalised, the primary owner first. */
export function readRoles(
  user: Pick<User, 'email' | 'isAdmin' | 'isPremium' | 'premiumUntil'>,
  owners: readonly string[],
  now: Date,
): Roles {
  const isOwner = user.isAdmin && owners.includes(user.email)
  return {
    isPremium: isPremiumNow(user, now),
    isAdmin: user.isAdmin,
    isOwner,
    isPrimaryOwner: isOwner && owners[0] === user.email,
    mayOpenPremium: mayOpenPremium(user, now),
  }
}

export function mayOpenPremium(
  user: Pick<User, 'isAdmin' | 'isPremium' | 'premiumUntil'>,
  now: Date,
): boolean {
  return isPremiumNow(user, now) || user.isAdmin
}

/** Not even by themselves. @throws DomainError OWNER_REQUIRED, whose sentence fits: this is allowed to no caller */
export function assertUnprotected(target: Pick<User, 'email' | 'isAdmin'>, owners: readonly string[]): void {
  if (target.isAdmin || owners.includes(target.email)) throw new DomainError('OWNER_REQUIRED')
}

/** Neither a protected account nor one's own may be changed. @throws DomainError OWNER_REQUIRED */
export function assertChangeable(target: User, actor: Pick<User, 'id'>, owners: readonly string[]): void {
  if (target.id === actor.id) throw new DomainError('OWNER_REQUIRED')
  assertUnprotected(target, owners)
}

/** Those of students and admins, and one's own. @throws DomainError OWNER_REQUIRED for another owner's */
export function assertMayEndSessions(
  target: Pick<User, 'id' | 'email'>,
  actor: Pick<User, 'id'>,
  owners: readonly string[],
): void {
  if (target.id !== actor.id && owners.includes(target.email)) throw new DomainError('OWNER_REQUIRED')
}

const YOUNG_MS = 7 * 86_400_000

/**
 * A sign-up proves no address: one person may have many. An account counts from its seventh day on, or with Premium.
 */
export function isEstablished(
  user: Pick<User, 'createdAt' | 'isPremium' | 'premiumUntil'>,
  now: Date,
): boolean {
  return isPremiumNow(user, now) || now.getTime() - Date.parse(user.createdAt) >= YOUNG_MS
}
