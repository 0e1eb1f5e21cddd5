import { DomainError } from '#shared/domain/domain-error.ts'
import { isLeaseLive, secondsLeft, staleBefore } from '#shared/domain/lease.ts'
import { hasSignedOut, isSignInOver, type SignIn } from '#shared/domain/sign-in.ts'
import type { Lease, User } from '#shared/entities/user.ts'
import type { Table } from './client.ts'
import { parseUser } from './items.ts'
import { userKey } from './keys.ts'
import { updateIf } from './write.ts'

/** A user whose lease the caller holds. */
export type Holder = User & { lease: Lease }

/** The one session of an account, kept in the user's own item. */
export function createLeases(table: Table) {
  /**
   * Renews the caller's lease, also a stale one that was not taken over, and answers the whole user.
   * One conditional update: 1 write unit, no read, no index touched.
   * @throws DomainError PROFILE_NOT_FOUND, AUTHENTICATION_REQUIRED when the sign-in is over, ACCOUNT_BLOCKED, or
   *   SESSION_INACTIVE when the lease is another's or gone
   */
  async function renewLease(signIn: SignIn, sessionId: string, now: Date): Promise<User> {
    const renewal = await tryRenew(signIn, sessionId, now)
    if (renewal.outcome === 'done') return parseUser(renewal.item)
    mayHoldLease(renewal.found, signIn)
    throw new DomainError('SESSION_INACTIVE')
  }

  /**
   * Takes the account's session: the caller's own when `ownSessionId` still holds it (also when stale), else a new
   * one under `newSessionId` when there is none or the stored one is stale. One conditional update, two when the
   * caller's earlier session turns out to be lost. Answers the whole user, whose session is now the caller's.
   * @throws DomainError PROFILE_NOT_FOUND, AUTHENTICATION_REQUIRED when the sign-in is over, ACCOUNT_BLOCKED,
   *   SESSION_ALREADY_ACTIVE with the seconds left
   */
  async function claimLease(
    signIn: SignIn,
    { ownSessionId, newSessionId }: { ownSessionId: string | undefined; newSessionId: string },
    now: Date,
  ): Promise<{ user: Holder; reused: boolean }> {
    if (ownSessionId !== undefined) {
      const renewal = await tryRenew(signIn, ownSessionId, now)
      if (renewal.outcome === 'done') return { user: holderOf(renewal.item), reused: true }
      assertFree(mayHoldLease(renewal.found, signIn), now)
    }
    const claim = await updateIf(table, {
      Key: userKey(signIn.userId),
      UpdateExpression: 'SET lease = :lease',
      // `= :new` lets a repeated attempt succeed whose first answer was lost on the way.
      ConditionExpression: `${MAY_HOLD} AND (attribute_not_exists(lease)
        OR lease.lastActive <= :stale OR lease.id = :new)`,
      ExpressionAttributeValues: {
        ':lease': { id: newSessionId, lastActive: now.toISOString() },
        ':stale': staleBefore(now),
        ':new': newSessionId,
        ...valuesOf(signIn),
      },
    })
    if (claim.outcome === 'done') return { user: holderOf(claim.item), reused: false }
    const { lease } = mayHoldLease(claim.found, signIn)
    throw new DomainError('SESSION_ALREADY_ACTIVE', {
      retryAfterSeconds: lease ? secondsLeft(lease, now) : 1,
    })
  }

  /**
   * Ends the session when `sessionId` holds it, and the sign-in with it, whose token may have been copied; another session
   * stays. Only the last sign-out is remembered, so that the item does not grow. One conditional update.
   * @throws DomainError AUTHENTICATION_REQUIRED when the sign-in is over; not when it has signed out already
   */
  async function clearLease(signIn: SignIn, sessionId: string): Promise<void> {
    const clearance = await updateIf(table, {
      Key: userKey(signIn.userId),
      UpdateExpression: signIn.signInId === null ? 'REMOVE lease' : 'SET endedSignIn = :signIn REMOVE lease',
      ConditionExpression: `lease.id = :mine AND ${STILL_SIGNED_IN}`,
      ExpressionAttributeValues: { ':mine': sessionId, ...valuesOf(signIn) },
    })
    if (clearance.outcome === 'done' || clearance.found === null) return
    const user = parseUser(clearance.found)
    if (!hasSignedOut(user, signIn)) assertSignedIn(user, signIn)
  }

  function tryRenew(signIn: SignIn, sessionId: string, now: Date) {
    return updateIf(table, {
      Key: userKey(signIn.userId),
      UpdateExpression: 'SET lease.lastActive = :now',
      ConditionExpression: `${MAY_HOLD} AND lease.id = :mine`,
      ExpressionAttributeValues: {
        ':now': now.toISOString(),
        ':mine': sessionId,
        ...valuesOf(signIn),
      },
    })
  }

  return { renewLease, claimLease, clearLease }
}

export type Leases = ReturnType<typeof createLeases>

const STILL_SIGNED_IN = `(attribute_not_exists(signInsFrom) OR signInsFrom <= :signedInAt)
  AND (attribute_not_exists(endedSignIn) OR endedSignIn <> :signIn)`
const MAY_HOLD = `attribute_exists(pk) AND attribute_not_exists(blockedAt) AND ${STILL_SIGNED_IN}`

/** What the conditions compare; no sign-in has an empty id. */
function valuesOf({ signedInAt, signInId }: SignIn) {
  return { ':signedInAt': signedInAt, ':signIn': signInId ?? '' }
}

function mayHoldLease(found: Record<string, unknown> | null, signIn: SignIn): User {
  if (found === null) throw new DomainError('PROFILE_NOT_FOUND')
  const user = parseUser(found)
  assertSignedIn(user, signIn)
  if (user.blockedAt !== null) throw new DomainError('ACCOUNT_BLOCKED')
  return user
}

function assertSignedIn(user: User, signIn: SignIn): void {
  if (isSignInOver(user, signIn)) throw new DomainError('AUTHENTICATION_REQUIRED')
}

function assertFree({ lease }: User, now: Date): void {
  if (lease && isLeaseLive(lease, now))
    throw new DomainError('SESSION_ALREADY_ACTIVE', { retryAfterSeconds: secondsLeft(lease, now) })
}

function holderOf(item: Record<string, unknown>): Holder {
  const { lease, ...user } = parseUser(item)
  if (!lease) throw new Error('A lease was written and is not there')
  return { ...user, lease }
}
