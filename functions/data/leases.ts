import type { ReadPage } from '#shared/contract/session.ts'
import { countClaim, isChangeOfBrowser } from '#shared/domain/accounts/device-changes.ts'
import {
  holdsLease,
  isLeaseLive,
  isLeaseOf,
  secondsLeft,
  staleBefore,
} from '#shared/domain/accounts/lease.ts'
import { noteNetwork } from '#shared/domain/accounts/network-changes.ts'
import {
  type Claimant,
  endedSignInId,
  formerEndedSignInId,
  hasSignedOut,
  isSignInOver,
  MOST_ENDED_SIGN_INS,
  type SignIn,
} from '#shared/domain/accounts/sign-in.ts'
import { moroccanDay, secondsToNextDay } from '#shared/domain/days/moroccan-day.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import {
  type DeviceChanges,
  type LastRead,
  type Lease,
  NETWORK_NOTES,
  type User,
} from '#shared/entities/user.ts'
import { parseUser } from './items.ts'
import { userKey } from './keys.ts'
import { packLastRead } from './last-read.ts'
import type { Table } from './table/client.ts'
import { type UpdateOutcome, updateIf } from './table/write.ts'

/** Most updates of a claim while other browsers change the account. */
const MOST_ATTEMPTS = 4

/** A user whose lease the caller holds. */
type Holder = User & { lease: Lease }

/** Reads and writes the one session of an account, which is part of the user's item. */
export function createLeases(table: Table) {
  /**
   * Renews the caller's lease, also a stale one that no other browser has claimed, notes the network of the call and
   * what was read, and returns the whole user. One conditional update: 1 write unit, no read, no index touched.
   * @throws DomainError PROFILE_NOT_FOUND, AUTHENTICATION_REQUIRED when the sign-in is over, ACCOUNT_BLOCKED, or
   *   SESSION_INACTIVE when the lease is another's or gone
   */
  async function renewLease(
    claimant: Claimant,
    sessionId: string,
    now: Date,
    readPage?: ReadPage,
  ): Promise<User> {
    const renewal = await tryRenew(claimant, sessionId, now, readPage && lastRead(readPage, now))
    if (renewal.outcome === 'done') return parseUser(renewal.item)
    mayHoldLease(renewal.found, claimant)
    throw new DomainError('SESSION_INACTIVE')
  }

  /**
   * Claims the account's session. The caller's browser renews the session that it holds, also a stale one that
   * `ownSessionId` names. Otherwise it gets a new one under `newSessionId` when there is none, when the stored one is
   * stale, or when the same key claimed it under another browser name. The same write counts a change of browser. One
   * conditional update, two when the item is otherwise than the first one expects, as for another browser. Returns the
   * whole user.
   * @throws DomainError PROFILE_NOT_FOUND, AUTHENTICATION_REQUIRED when the sign-in is over, ACCOUNT_BLOCKED,
   *   DEVICE_CHANGES_EXCEEDED with the seconds to midnight in Morocco, SESSION_ALREADY_ACTIVE with the seconds left
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
   * Ends the session that the caller's browser holds under `sessionId`, and the sign-in with it, whose token may have
   * been copied. Another session stays. Only the last sign-outs are remembered, so that the item does not grow. One
   * conditional update, two where the oldest is dropped.
   * @throws DomainError AUTHENTICATION_REQUIRED when the sign-in is over, except when it has signed out already;
   *   SESSION_INACTIVE when the session is another browser's
   */
  async function clearLease(claimant: Claimant, sessionId: string): Promise<void> {
    const clearance = await tryClear(claimant, sessionId)
    if (clearance.outcome === 'done' || clearance.found === null) return
    const user = parseUser(clearance.found)
    if (hasSignedOut(user, claimant)) return
    assertSignedIn(user, claimant)
    if (!holdsLease(user, { ...claimant, sessionId })) {
      if (user.lease?.id === sessionId) throw new DomainError('SESSION_INACTIVE')
      return
    }
    // A refusal is ignored: another tab has signed out, or another browser holds the session now.
    await tryClear(claimant, sessionId, user.endedSignIns)
  }

  /** @param ended the remembered sign-outs, when their number is at its limit */
  function tryClear(
    claimant: Claimant,
    sessionId: string,
    ended?: readonly string[],
  ): Promise<UpdateOutcome> {
    const id = endedSignInId(claimant)
    const remembered =
      ended === undefined ? 'list_append(if_not_exists(endedSignIns, :none), :ended)' : ':ended'
    const hasRoom =
      ended === undefined
        ? '(attribute_not_exists(endedSignIns) OR size(endedSignIns) < :most)'
        : 'endedSignIns = :seen'
    const own = { ':mine': sessionId, ...browserValues(claimant), ...signInValues(claimant) }
    const Key = userKey(claimant.userId)
    const condition = `${HOLDS_LEASE} AND ${STILL_SIGNED_IN}`
    if (id === null)
      return updateIf(table, {
        Key,
        UpdateExpression: 'REMOVE lease',
        ConditionExpression: condition,
        ExpressionAttributeValues: own,
      })
    return updateIf(table, {
      Key,
      UpdateExpression: `SET endedSignIns = ${remembered} REMOVE lease`,
      ConditionExpression: `${condition} AND ${hasRoom}`,
      ExpressionAttributeValues: {
        ...own,
        ':ended': [...(ended ?? []), id].slice(-MOST_ENDED_SIGN_INS),
        ...(ended === undefined ? { ':none': [], ':most': MOST_ENDED_SIGN_INS } : { ':seen': ended }),
      },
    })
  }

  function tryRenew(
    claimant: Claimant,
    sessionId: string,
    now: Date,
    read?: LastRead,
  ): Promise<UpdateOutcome> {
    return updateIf(table, {
      Key: userKey(claimant.userId),
      UpdateExpression: `SET lease.lastActive = :now, ${NOTE_NETWORK}${read ? ', lastRead = :read' : ''}`,
      ConditionExpression: `${MAY_HOLD} AND ${HOLDS_LEASE}`,
      ExpressionAttributeValues: {
        ':now': now.toISOString(),
        ':note': noteNetwork(claimant.network, now),
        ':mine': sessionId,
        ...(read && { ':read': packLastRead(read) }),
        ...browserValues(claimant),
        ...signInValues(claimant),
      },
    })
  }

  /** @param known the stored changes of browser; by default those of the browser that held the session last */
  function tryClaim(
    claimant: Claimant,
    newSessionId: string,
    now: Date,
    known?: { seen: unknown; changes: DeviceChanges },
  ): Promise<UpdateOutcome> {
    const { userId, thumbprint, network } = claimant
    const expected =
      known === undefined
        ? `(attribute_not_exists(deviceChanges)
            OR (deviceChanges.holder = :thumbprint AND deviceChanges.browser = :browser))`
        : known.seen === undefined
          ? 'attribute_not_exists(deviceChanges)'
          : 'deviceChanges = :seen'
    return updateIf(table, {
      Key: userKey(userId),
      UpdateExpression: `SET lease = :lease,
        deviceChanges = ${known ? ':changes' : 'if_not_exists(deviceChanges, :changes)'}`,
      ConditionExpression: `${MAY_HOLD} AND ${expected} AND (attribute_not_exists(lease.thumbprint)
        OR lease.lastActive <= :stale OR (lease.thumbprint = :thumbprint AND ${RENAMED}))`,
      ExpressionAttributeValues: {
        ':lease': {
          id: newSessionId,
          lastActive: now.toISOString(),
          thumbprint,
          ...Object.fromEntries(NETWORK_NOTES.map((name) => [name, noteNetwork(network, now)])),
        },
        ':stale': staleBefore(now),
        ':changes': known?.changes ?? countClaim(null, claimant, moroccanDay(now)),
        ...(known?.seen !== undefined && { ':seen': known.seen }),
        ...browserValues(claimant),
        ...signInValues(claimant),
      },
    })
  }

  return { renewLease, claimLease, clearLease }
}

export type Leases = ReturnType<typeof createLeases>

const STILL_SIGNED_IN = `(attribute_not_exists(signInsFrom) OR signInsFrom <= :signedInAt)
  AND (attribute_not_exists(endedSignIns)
    OR NOT (contains(endedSignIns, :signIn) OR contains(endedSignIns, :formerSignIn)))`
const RENAMED = '(attribute_exists(deviceChanges.browser) AND deviceChanges.browser <> :browser)'
const HOLDS_LEASE = `lease.id = :mine AND lease.thumbprint = :thumbprint AND NOT ${RENAMED}`
const MAY_HOLD = `attribute_exists(pk) AND attribute_not_exists(blockedAt) AND ${STILL_SIGNED_IN}`

/** An update reads the item as it was before, so that each note takes the previous value of the newer one. */
const NOTE_NETWORK = NETWORK_NOTES.map((name, index) => {
  const newer = NETWORK_NOTES[index - 1]
  return `lease.${name} = ${newer ? `if_not_exists(lease.${newer}, :note)` : ':note'}`
}).join(', ')

/** Returns the values of a browser for the conditions. */
function browserValues({ thumbprint, browser }: Claimant) {
  return { ':thumbprint': thumbprint, ':browser': browser }
}

/** Returns the values of a sign-in for the conditions; no sign-in has an empty id. */
function signInValues(signIn: SignIn) {
  return {
    ':signedInAt': signIn.signedInAt,
    ':signIn': endedSignInId(signIn) ?? '',
    ':formerSignIn': formerEndedSignInId(signIn) ?? '',
  }
}

/** Dates what was read by the server's clock. */
function lastRead({ secondsAgo, ...read }: ReadPage, now: Date): LastRead {
  return { ...read, readAt: new Date(now.getTime() - secondsAgo * 1_000).toISOString() }
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

/**
 * Returns the changes of browser after a claim by this one.
 * @throws DomainError DEVICE_CHANGES_EXCEEDED
 */
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

function holderOf(item: Record<string, unknown>): Holder {
  const { lease, ...user } = parseUser(item)
  if (!lease) throw new Error('A lease was written and is not there')
  return { ...user, lease }
}
