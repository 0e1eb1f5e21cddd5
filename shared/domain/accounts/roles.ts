import type { User } from '../../entities/user.ts'
import { DomainError } from '../domain-error.ts'
import { isPremiumNow } from '../premium/premium.ts'

/** Rights of a user at one moment. */
export type Roles = {
  /** True for paid Premium that is valid now. */
  isPremium: boolean
  isAdmin: boolean
  isOwner: boolean
  isPrimaryOwner: boolean
  mayOpenPremium: boolean
}

/**
 * Returns the roles of a profile at `now`.
 * @param owners normalised e-mail addresses of the stage, the primary owner first
 */
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

/** True for Premium, admins and owners. */
export function mayOpenPremium(
  user: Pick<User, 'isAdmin' | 'isPremium' | 'premiumUntil'>,
  now: Date,
): boolean {
  return isPremiumNow(user, now) || user.isAdmin
}

/**
 * Checks that an account is not an admin's or owner's. These can be neither changed, blocked nor deleted through the
 * API, not even by themselves.
 * @throws DomainError OWNER_REQUIRED, the 403 whose sentence fits, since this is allowed to no caller
 */
export function assertUnprotected(target: Pick<User, 'email' | 'isAdmin'>, owners: readonly string[]): void {
  if (target.isAdmin || owners.includes(target.email)) throw new DomainError('OWNER_REQUIRED')
}

/**
 * Checks that an owner may change an account: neither a protected one nor their own.
 * @throws DomainError OWNER_REQUIRED
 */
export function assertChangeable(target: User, actor: Pick<User, 'id'>, owners: readonly string[]): void {
  if (target.id === actor.id) throw new DomainError('OWNER_REQUIRED')
  assertUnprotected(target, owners)
}

/**
 * Checks that an owner may end the sessions of an account: of students and admins, and their own, but not of another
 * owner.
 * @throws DomainError OWNER_REQUIRED
 */
export function assertMayEndSessions(
  target: Pick<User, 'id' | 'email'>,
  actor: Pick<User, 'id'>,
  owners: readonly string[],
): void {
  if (target.id !== actor.id && owners.includes(target.email)) throw new DomainError('OWNER_REQUIRED')
}

const YOUNG_MS = 7 * 86_400_000

/**
 * Returns whether an account is more than a throw-away one: a sign-up asks for no proof of an address, so that one person
 * may have many. An account counts from its seventh day on, or with Premium.
 */
export function isEstablished(
  user: Pick<User, 'createdAt' | 'isPremium' | 'premiumUntil'>,
  now: Date,
): boolean {
  return isPremiumNow(user, now) || now.getTime() - Date.parse(user.createdAt) >= YOUNG_MS
}
