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
  /** Claim and profile in one answer: a page needs one request before it knows who is there. */
  profile: Profile,
})
export type ClaimedSession = v.InferOutput<typeof ClaimedSession>

/** Takes the account's one session, or takes one's own up again (create_or_replace_session). */
export const claimSession = route({
  method: 'POST',
  path: '/api/session',
  access: 'token',
  capability: 'session',
  body: v.object({ sessionId: v.optional(SessionId) }),
  response: ClaimedSession,
  errors: ['SESSION_ALREADY_ACTIVE', 'ACCOUNT_BLOCKED', 'PROFILE_NOT_FOUND', 'TOO_MANY_REQUESTS'],
  // Ten a second are a loop, not a person.
  throttle: { account: 600, address: 6_000 },
})

/** Session and profile in one (D15); does not renew the lease. */
export const readSession = route({
  method: 'GET',
  path: '/api/session',
  access: 'user',
  capability: 'session',
  response: SessionState,
})

/** The heartbeat: the guard itself renews the lease, also one that went stale while its device slept (D14). */
export const renewSession = route({
  method: 'PUT',
  path: '/api/session/activity',
  access: 'user',
  capability: 'session',
  response: SessionState,
  lease: 'renew',
})

/** Sign-out: clears the lease only when `X-Session-Id` holds it (clear_my_sessions). */
export const clearSession = route({
  method: 'DELETE',
  path: '/api/session',
  access: 'token',
  capability: 'session',
  status: 204,
})
