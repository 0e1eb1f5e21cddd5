import type { ReadPage } from '#shared/contract/session.ts'
import {
  countClaim,
  holdsLease,
  isChangeOfBrowser,
  isLeaseLive,
  isLeaseOf,
  secondsLeft,
} from '#shared/domain/accounts/lease.ts'
import { type Claimant, hasSignedOut, isSignInOver, type SignIn } from '#shared/domain/accounts/sign-in.ts'
import { moroccanDay, secondsToNextDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { DeviceChanges, LastRead, Lease, User } from '#shared/entities/user.ts'
import { createLeaseWrites } from './lease-writes.ts'
import { userKind } from './stored-user.ts'
import type { Table } from './table/client.ts'
import type { Item } from './table/table-shape.ts'

const MOST_ATTEMPTS = 4

type Holder = User & { lease: Lease }

export function createLeases(table: Table) {
  const { tryRenew, tryClaim, tryClear } = createLeaseWrites(table)

  /**
   * Renews the caller's lease, also a stale one that no other browser has claimed, and notes the network and what was
   * read. @throws DomainError PROFILE_NOT_FOUND, AUTHENTICATION_REQUIRED when the sign-in is over, ACCOUNT_BLOCKED,
   * SESSION_INACTIVE
   */
  async function renewLease(
    claimant: Claimant,
    sessionId: string,
    now: Date,
    readPage?: ReadPage,
  ): Promise<User> {
    const renewal = await tryRenew(claimant, sessionId, now, readPage && lastRead(readPage, now))
    if (renewal.outcome === 'done') return userKind.parse(renewal.item)
    mayHoldLease(renewal.found, claimant)
    throw new DomainError('SESSION_INACTIVE')
  }

  /**
   * Claims the account's session. The caller's browser renews the session that it holds. Otherwise it gets a new one
   * under `newSessionId` when there is none, when the stored one is stale, or when the same key claimed it under
   * another browser name. @throws DomainError PROFILE_NOT_FOUND, AUTHENTICATION_REQUIRED, ACCOUNT_BLOCKED,
   * DEVICE_CHANGES_EXCEEDED with the seconds to midnight in Morocco, SESSION_ALREADY_ACTIVE with the seconds left
   */
  async function claimLease(
    claimant: Claimant,
    claim: { ownSessionId: string | undefined; newSessionId: string; deviceChangesPerDay: number },
    now: Date,
  ): Promise<{ user: Holder; reused: boolean; isDeviceChange: boolean }> {
    const { ownSessionId, newSessionId, deviceChangesPerDay } = claim
    let isDeviceChange = false
    let outcome =
      ownSessionId === undefined
        ? await tryClaim(claimant, newSessionId, now)
        : await tryRenew(claimant, ownSessionId, now)
    for (let attempts = 0; outcome.outcome === 'refused' && attempts < MOST_ATTEMPTS; attempts += 1) {
      const user = mayHoldLease(outcome.found, claimant)
      const live = user.lease && isLeaseLive(user.lease, now) ? user.lease : null
      if (live && isLeaseOf(user, claimant)) outcome = await tryRenew(claimant, live.id, now)
      else {
        const changes = countChange(user, claimant, deviceChangesPerDay, now)
        if (live && live.thumbprint !== claimant.thumbprint) throw sessionTaken(user, now)
        const seen = outcome.found?.['deviceChanges']
        isDeviceChange = isChangeOfBrowser(user.deviceChanges, claimant)
        outcome = await tryClaim(claimant, newSessionId, now, { seen, changes })
      }
    }
    if (outcome.outcome === 'refused') throw sessionTaken(mayHoldLease(outcome.found, claimant), now)
    const user = holderOf(outcome.item)
    const reused = user.lease.id !== newSessionId
    return { user, reused, isDeviceChange: isDeviceChange && !reused }
  }

  /**
   * Ends the session that the caller's browser holds, and the sign-in with it, whose token may have been copied. Only
   * the last sign-outs are remembered, so that the item does not grow. @throws DomainError AUTHENTICATION_REQUIRED when
   * the sign-in is over, except when it has signed out already; SESSION_INACTIVE
   */
  async function clearLease(claimant: Claimant, sessionId: string): Promise<void> {
    const clearance = await tryClear(claimant, sessionId)
    if (clearance.outcome === 'done' || clearance.found === null) return
    const user = userKind.parse(clearance.found)
    if (hasSignedOut(user, claimant)) return
    assertSignedIn(user, claimant)
    if (!holdsLease(user, { ...claimant, sessionId })) {
      if (user.lease?.id === sessionId) throw new DomainError('SESSION_INACTIVE')
      return
    }
    // A refusal is ignored: another tab has signed out, or another browser holds the session now.
    await tryClear(claimant, sessionId, user.endedSignIns)
  }

  return { renewLease, claimLease, clearLease }
}

function lastRead({ secondsAgo, ...read }: ReadPage, now: Date): LastRead {
  return { ...read, readAt: new Date(now.getTime() - secondsAgo * 1_000).toISOString() }
}

function holderOf(item: Item): Holder {
  const { lease, ...user } = userKind.parse(item)
  if (!lease) throw new Error('A lease was written and is not there')
  return { ...user, lease }
}

/** @throws DomainError PROFILE_NOT_FOUND, AUTHENTICATION_REQUIRED or ACCOUNT_BLOCKED */
function mayHoldLease(found: Item | null, signIn: SignIn): User {
  if (found === null) throw new DomainError('PROFILE_NOT_FOUND')
  const user = userKind.parse(found)
  assertSignedIn(user, signIn)
  if (user.blockedAt !== null) throw new DomainError('ACCOUNT_BLOCKED')
  return user
}

function assertSignedIn(user: User, signIn: SignIn): void {
  if (isSignInOver(user, signIn)) throw new DomainError('AUTHENTICATION_REQUIRED')
}

function countChange(user: User, claimant: Claimant, perDay: number, now: Date): DeviceChanges {
  const changes = countClaim(user.deviceChanges, claimant, moroccanDay(now))
  const isChange = isChangeOfBrowser(user.deviceChanges, claimant)
  // Owners are admins, and work on several devices.
  if (isChange && !user.isAdmin && changes.count > perDay)
    throw new DomainError('DEVICE_CHANGES_EXCEEDED', { retryAfterSeconds: secondsToNextDay(now) })
  return changes
}

function sessionTaken({ lease }: User, now: Date): DomainError {
  return new DomainError('SESSION_ALREADY_ACTIVE', { retryAfterSeconds: lease ? secondsLeft(lease, now) : 1 })
}
