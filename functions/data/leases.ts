import { DomainError } from '#shared/domain/domain-error.ts'
import { isLeaseLive, secondsLeft, staleBefore } from '#shared/domain/lease.ts'
import { type Claimant, hasSignedOut, isSignInOver, type SignIn } from '#shared/domain/sign-in.ts'
import type { Lease, User } from '#shared/entities/user.ts'
import type { Table } from './client.ts'
import { parseUser } from './items.ts'
import { userKey } from './keys.ts'
import { type UpdateOutcome, updateIf } from './write.ts'

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
  async function renewLease(claimant: Claimant, sessionId: string, now: Date): Promise<User> {
    const renewal = await tryRenew(claimant, sessionId, now)
    if (renewal.outcome === 'done') return parseUser(renewal.item)
    mayHoldLease(renewal.found, claimant)
    throw new DomainError('SESSION_INACTIVE')
  }

  /**
   * Takes the account's session: the one that the caller's browser holds (also when stale, if `ownSessionId` names it),
   * else a new one under `newSessionId` when there is none or the stored one is stale. One conditional update, two when
   * the first finds the item otherwise than expected. Answers the whole user, whose session is now the caller's.
   * @throws DomainError PROFILE_NOT_FOUND, AUTHENTICATION_REQUIRED when the sign-in is over, ACCOUNT_BLOCKED,
   *   SESSION_ALREADY_ACTIVE with the seconds left
   */
  async function claimLease(
    claimant: Claimant,
    { ownSessionId, newSessionId }: { ownSessionId: string | undefined; newSessionId: string },
    now: Date,
  ): Promise<{ user: Holder; reused: boolean }> {
    const first =
      ownSessionId === undefined
        ? await tryClaim(claimant, newSessionId, now)
        : await tryRenew(claimant, ownSessionId, now)
    const claim =
      first.outcome === 'done' ? first : await claimFound(claimant, newSessionId, first.found, now)
    if (claim.outcome === 'refused') throw sessionTaken(mayHoldLease(claim.found, claimant), now)
    const user = holderOf(claim.item)
    return { user, reused: user.lease.id !== newSessionId }
  }

  /** The second update of a claim, by what the first one found. */
  async function claimFound(
    claimant: Claimant,
    newSessionId: string,
    found: Record<string, unknown> | null,
    now: Date,
  ): Promise<UpdateOutcome> {
    const user = mayHoldLease(found, claimant)
    if (!user.lease || !isLeaseLive(user.lease, now)) return tryClaim(claimant, newSessionId, now)
    if (user.lease.thumbprint !== claimant.thumbprint) throw sessionTaken(user, now)
    return tryRenew(claimant, user.lease.id, now)
  }

  /**
   * Ends the session when `sessionId` names the one that the caller's browser holds, and the sign-in with it, whose token
   * may have been copied; another session stays. Only the last sign-out is remembered, so that the item does not grow.
   * One conditional update.
   * @throws DomainError AUTHENTICATION_REQUIRED when the sign-in is over, not when it has signed out already;
   *   SESSION_INACTIVE when the session is another browser's
   */
  async function clearLease(claimant: Claimant, sessionId: string): Promise<void> {
    const clearance = await updateIf(table, {
      Key: userKey(claimant.userId),
      UpdateExpression:
        claimant.signInId === null ? 'REMOVE lease' : 'SET endedSignIn = :signIn REMOVE lease',
      ConditionExpression: `${HOLDS_LEASE} AND ${STILL_SIGNED_IN}`,
      ExpressionAttributeValues: {
        ':mine': sessionId,
        ':thumbprint': claimant.thumbprint,
        ...valuesOf(claimant),
      },
    })
    if (clearance.outcome === 'done' || clearance.found === null) return
    const user = parseUser(clearance.found)
    if (hasSignedOut(user, claimant)) return
    assertSignedIn(user, claimant)
    if (user.lease?.id === sessionId) throw new DomainError('SESSION_INACTIVE')
  }

  function tryRenew(claimant: Claimant, sessionId: string, now: Date): Promise<UpdateOutcome> {
    return updateIf(table, {
      Key: userKey(claimant.userId),
      UpdateExpression: 'SET lease.lastActive = :now',
      ConditionExpression: `${MAY_HOLD} AND ${HOLDS_LEASE}`,
      ExpressionAttributeValues: {
        ':now': now.toISOString(),
        ':mine': sessionId,
        ':thumbprint': claimant.thumbprint,
        ...valuesOf(claimant),
      },
    })
  }

  function tryClaim(claimant: Claimant, newSessionId: string, now: Date): Promise<UpdateOutcome> {
    const { userId, thumbprint } = claimant
    return updateIf(table, {
      Key: userKey(userId),
      UpdateExpression: 'SET lease = :lease',
      ConditionExpression: `${MAY_HOLD} AND (attribute_not_exists(lease.thumbprint) OR lease.lastActive <= :stale)`,
      ExpressionAttributeValues: {
        ':lease': { id: newSessionId, lastActive: now.toISOString(), thumbprint },
        ':stale': staleBefore(now),
        ...valuesOf(claimant),
      },
    })
  }

  return { renewLease, claimLease, clearLease }
}

export type Leases = ReturnType<typeof createLeases>

const STILL_SIGNED_IN = `(attribute_not_exists(signInsFrom) OR signInsFrom <= :signedInAt)
  AND (attribute_not_exists(endedSignIn) OR endedSignIn <> :signIn)`
const HOLDS_LEASE = 'lease.id = :mine AND lease.thumbprint = :thumbprint'
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

function sessionTaken({ lease }: User, now: Date): DomainError {
  return new DomainError('SESSION_ALREADY_ACTIVE', { retryAfterSeconds: lease ? secondsLeft(lease, now) : 1 })
}

function holderOf(item: Record<string, unknown>): Holder {
  const { lease, ...user } = parseUser(item)
  if (!lease) throw new Error('A lease was written and is not there')
  return { ...user, lease }
}
