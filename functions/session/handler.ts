import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import * as contract from '#shared/contract/session.ts'
import { readRoles } from '#shared/domain/accounts/roles.ts'
import type { Claimant } from '#shared/domain/accounts/sign-in.ts'
import { createThrottles } from '../data/call-counts.ts'
import { openAccountCounter, openDeviceChangeCounter, openNetworkWatch } from '../http/account-calls.ts'
import { createApi } from '../http/api.ts'
import { openGuard } from '../http/guard.ts'
import { count } from '../http/metrics.ts'
import { profileView } from '../http/profile-view.ts'
import { createThrottle } from '../http/throttle.ts'
import { type Caller, on } from '../http/use-case.ts'
import { SessionEnvironment } from './environment.ts'

const env = v.parse(SessionEnvironment, process.env)
const { originSecrets, guard, table, leases, owners, clock } = openGuard(env)
const countDeviceChange = openDeviceChangeCounter(env, table)
const watchNetworks = openNetworkWatch(table)
const throttle = createThrottle({
  throttles: createThrottles(table),
  clock,
  countByAccount: openAccountCounter(env, table),
})

export const handler = createApi({ originSecrets, guard, throttle }, [
  on(contract.claimSession, ({ caller, body }) => claimSession(caller, body.sessionId)),
  on(contract.readSession, ({ caller }) => sessionState(caller)),
  on(contract.renewSession, async ({ caller }) => {
    // The guard has renewed the lease, in the write that reads the profile.
    await watchNetworks(caller.user, clock.now())
    return sessionState(caller)
  }),
  on(contract.clearSession, ({ caller }) => leases.clearLease(caller, caller.sessionId ?? '')),
])

/**
 * Claims the account's one session, or resumes that of the caller's browser. An id that a client sends is accepted only
 * while its browser holds the lease. @throws DomainError PROFILE_NOT_FOUND, AUTHENTICATION_REQUIRED when the sign-in is
 * over, ACCOUNT_BLOCKED, SESSION_ALREADY_ACTIVE, DEVICE_CHANGES_EXCEEDED with the seconds left
 */
async function claimSession(
  claimant: Claimant,
  ownSessionId: string | undefined,
): Promise<contract.ClaimedSession> {
  const now = clock.now()
  const claim = { ownSessionId, newSessionId: randomUUID(), deviceChangesPerDay: env.DEVICE_CHANGES_PER_DAY }
  const { user, reused, isDeviceChange } = await leases.claimLease(claimant, claim, now)
  if (isDeviceChange) await countDeviceChange(user.id, now)
  await watchNetworks(user, now)
  count('ClaimsGranted')
  const profile = profileView({ user, roles: readRoles(user, owners, now) })
  return { sessionId: user.lease.id, lastActive: user.lease.lastActive, reused, profile }
}

/** Session and profile in one answer, so that a page needs one call. */
function sessionState(caller: Caller): contract.SessionState {
  const { lease: session } = caller.user
  if (!session) throw new Error('The guard let a caller without a session through')
  return { active: true, lastActive: session.lastActive, profile: profileView(caller) }
}
