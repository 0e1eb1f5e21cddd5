import * as v from 'valibot'
import { SessionId, Timestamp } from '../entities/fields.ts'
import { Profile } from '../entities/user.ts'
import { route } from './route.ts'

export const SessionState = v.object({ active: v.literal(true), lastActive: Timestamp, profile: Profile })
export type SessionState = v.InferOutput<typeof SessionState>

export const ClaimedSession = v.object({
  sessionId: SessionId,
  lastActive: Timestamp,
  /** Whether the caller held the session already. */
  reused: v.boolean(),
  /** Claim and profile in one answer: a page needs one request before it knows the caller. */
  profile: Profile,
})
export type ClaimedSession = v.InferOutput<typeof ClaimedSession>

/** Claims the account's one session, or renews the one that the caller holds. */
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
  // Ten a second are a program's loop, not a person.
  throttle: { account: 600, address: 6_000 },
})

/** Session and profile in one; does not renew the lease. */
export const readSession = route({
  method: 'GET',
  path: '/api/session',
  access: 'user',
  capability: 'session',
  response: SessionState,
})

/** The heartbeat: the guard itself renews the lease, also one that went stale while its device slept. */
export const renewSession = route({
  method: 'PUT',
  path: '/api/session/activity',
  access: 'user',
  capability: 'session',
  response: SessionState,
  lease: 'renew',
})

/** Sign-out: clears the lease only when `X-Session-Id` holds it. */
export const clearSession = route({
  method: 'DELETE',
  path: '/api/session',
  access: 'token',
  capability: 'session',
  status: 204,
})
