import { countClaim, noteNetwork, staleBefore } from '#shared/domain/accounts/lease.ts'
import {
  type Claimant,
  endedSignInId,
  formerEndedSignInId,
  MOST_ENDED_SIGN_INS,
} from '#shared/domain/accounts/sign-in.ts'
import { moroccanDay } from '#shared/domain/days/moroccan-day.ts'
import { type DeviceChanges, type LastRead, NETWORK_NOTES } from '#shared/entities/user.ts'
import { userKey } from './keys.ts'
import { packLastRead } from './stored-user.ts'
import type { Table } from './table/client.ts'
import { type UpdateOutcome, updateIf } from './table/write.ts'

const STILL_SIGNED_IN = `(attribute_not_exists(signInsFrom) OR signInsFrom <= :signedInAt)
  AND (attribute_not_exists(endedSignIns)
    OR NOT (contains(endedSignIns, :signIn) OR contains(endedSignIns, :formerSignIn)))`
const RENAMED = '(attribute_exists(deviceChanges.browser) AND deviceChanges.browser <> :browser)'
const HOLDS_LEASE = `lease.id = :mine AND lease.thumbprint = :thumbprint AND NOT ${RENAMED}`
const MAY_HOLD = `attribute_exists(pk) AND attribute_not_exists(blockedAt) AND ${STILL_SIGNED_IN}`
const CLAIMABLE = `(attribute_not_exists(lease.thumbprint) OR lease.lastActive <= :stale
  OR (lease.thumbprint = :thumbprint AND ${RENAMED}))`
const SAME_BROWSER_AS_LAST = `(attribute_not_exists(deviceChanges)
  OR (deviceChanges.holder = :thumbprint AND deviceChanges.browser = :browser))`
const REMEMBERS_FEWER = '(attribute_not_exists(endedSignIns) OR size(endedSignIns) < :most)'

/** An update reads the item as it was before, so that each note takes the previous value of the newer one. */
const NOTE_NETWORK = Object.fromEntries(
  NETWORK_NOTES.map((name, index) => {
    const newer = NETWORK_NOTES[index - 1]
    return [`lease.${name}`, newer ? `if_not_exists(lease.${newer}, :note)` : ':note']
  }),
)

/** One conditional update decides by the stored item. A refusal tells what was found instead. */
export function createLeaseWrites(table: Table) {
  function tryRenew(
    claimant: Claimant,
    sessionId: string,
    now: Date,
    read?: LastRead,
  ): Promise<UpdateOutcome> {
    return updateIf(table, userKey(claimant.userId), {
      set: { 'lease.lastActive': now.toISOString(), ...(read && { lastRead: packLastRead(read) }) },
      assign: NOTE_NETWORK,
      where: `${MAY_HOLD} AND ${HOLDS_LEASE}`,
      values: { note: noteNetwork(claimant.network, now), mine: sessionId, ...claimantValues(claimant) },
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
    const deviceChanges = known?.changes ?? countClaim(null, claimant, moroccanDay(now))
    const lease = {
      id: newSessionId,
      lastActive: now.toISOString(),
      thumbprint,
      ...Object.fromEntries(NETWORK_NOTES.map((name) => [name, noteNetwork(network, now)])),
    }
    return updateIf(table, userKey(userId), {
      ...(known
        ? { set: { lease, deviceChanges }, seen: { deviceChanges: known.seen } }
        : { set: { lease }, setOnce: { deviceChanges } }),
      where: [MAY_HOLD, CLAIMABLE, ...(known ? [] : [SAME_BROWSER_AS_LAST])].join(' AND '),
      values: { stale: staleBefore(now), ...claimantValues(claimant) },
    })
  }

  /** @param ended the remembered sign-outs, when their number is at its limit */
  function tryClear(
    claimant: Claimant,
    sessionId: string,
    ended?: readonly string[],
  ): Promise<UpdateOutcome> {
    const id = endedSignInId(claimant)
    const key = userKey(claimant.userId)
    const where = `${HOLDS_LEASE} AND ${STILL_SIGNED_IN}`
    const values = { mine: sessionId, ...claimantValues(claimant) }
    if (id === null) return updateIf(table, key, { set: { lease: undefined }, where, values })
    if (ended) {
      const endedSignIns = [...ended, id].slice(-MOST_ENDED_SIGN_INS)
      const set = { lease: undefined, endedSignIns }
      return updateIf(table, key, { set, seen: { endedSignIns: ended }, where, values })
    }
    return updateIf(table, key, {
      set: { lease: undefined },
      assign: { endedSignIns: 'list_append(if_not_exists(endedSignIns, :none), :ended)' },
      where: `${where} AND ${REMEMBERS_FEWER}`,
      values: { ...values, none: [], ended: [id], most: MOST_ENDED_SIGN_INS },
    })
  }

  return { tryRenew, tryClaim, tryClear }
}

/** No sign-in has an empty id. */
function claimantValues(claimant: Claimant) {
  return {
    thumbprint: claimant.thumbprint,
    browser: claimant.browser,
    signedInAt: claimant.signedInAt,
    signIn: endedSignInId(claimant) ?? '',
    formerSignIn: formerEndedSignInId(claimant) ?? '',
  }
}
