import * as v from 'valibot'
import {
  SAMPLE_DOCUMENT_ID,
  SessionId,
  Timestamp,
  validationMessages as texts,
  wholeNumber,
} from '../entities/fields.ts'
import { LastRead, Profile } from '../entities/user.ts'
import { route } from './define-route.ts'

export const SessionState = v.object({ active: v.literal(true), lastActive: Timestamp, profile: Profile })
export type SessionState = v.InferOutput<typeof SessionState>

export const ClaimedSession = v.object({
  sessionId: SessionId,
  lastActive: Timestamp,
  reused: v.boolean(),
  /** The claim answers the profile too, so that a page needs one request. */
  profile: Profile,
})
export type ClaimedSession = v.InferOutput<typeof ClaimedSession>

export const claimSession = route('POST /api/session', {
  access: 'token',
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

export const readSession = route('GET /api/session', { access: 'user', response: SessionState })

/** Limit of the age of a reading, which a device may send after weeks without a network. */
export const MOST_SECONDS_AGO = 31 * 24 * 60 * 60

/** The page that was read since the last heartbeat. Its age counts, since clocks of phones are wrong. */
const ReadPage = v.object({
  ...v.omit(LastRead, ['readAt']).entries,
  secondsAgo: wholeNumber(0, MOST_SECONDS_AGO, texts.invalid),
})
export type ReadPage = v.InferOutput<typeof ReadPage>

/** The guard itself renews the lease, also one that became stale while its device slept, and stores what was read. */
export const renewSession = route('PUT /api/session/activity', {
  access: 'user',
  body: v.object({ lastRead: v.optional(ReadPage) }),
  response: SessionState,
  lease: 'renew',
  sample: { body: { lastRead: { id: SAMPLE_DOCUMENT_ID, page: 2, exercise: 1, secondsAgo: 10 } } },
})

/** Signs out: clears the lease only when it is that of `X-Session-Id`. */
export const clearSession = route('DELETE /api/session', { access: 'token', status: 204 })
