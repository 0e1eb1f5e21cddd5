import * as v from 'valibot'
import { SessionId, Timestamp } from '../entities/fields.ts'
import { Profile } from '../entities/user.ts'
import { route } from './route.ts'

export const SessionState = v.object({ active: v.literal(true), lastActive: Timestamp, profile: Profile })
export type SessionState = v.InferOutput<typeof SessionState>

export const ClaimedSession = v.object({
  sessionId: SessionId,
  lastActive: Timestamp,
  /** True when the caller held the session already. */
  reused: v.boolean(),
  /** The claim answers the profile too, so that a page needs one request. */
  profile: Profile,
})
export type ClaimedSession = v.InferOutput<typeof ClaimedSession>

/** Claims the account's one session, or renews the session that the caller holds. */
export const claimSession = route({
  method: 'POST',
  path: '/api/session',
  access: 'token',
  capability: 'session',
  body: v.object({ sessionId: v.optional(SessionId) }),
  response: ClaimedSession,
  errors: [
    'SESSION_ALREADY_ACTIVE',
    'ACCOUNT_BLOCKED',
    'PROFILE_NOT_FOUND',
    'DEVICE_CHANGES_EXCEEDED',
    'TOO_MANY_REQUESTS',
  ],
  // Ten calls a second are a program's loop, not a person.
  throttle: { account: 600, address: 6_000 },
})

/** Answers session and profile, without renewing the lease. */
export const readSession = route({
  method: 'GET',
  path: '/api/session',
  access: 'user',
  capability: 'session',
  response: SessionState,
})

/** The heartbeat. The guard itself renews the lease, also one that became stale while its device slept. */
export const renewSession = route({
  method: 'PUT',
  path: '/api/session/activity',
  access: 'user',
  capability: 'session',
  response: SessionState,
  lease: 'renew',
})

/** Signs out: clears the lease only when it is that of `X-Session-Id`. */
export const clearSession = route({
  method: 'DELETE',
  path: '/api/session',
  access: 'token',
  capability: 'session',
  status: 204,
})
