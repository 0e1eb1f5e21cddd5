import * as v from 'valibot'
import { TRACK_CODES } from '../catalogue/tracks.ts'
import { AccountDay } from '../entities/account-day.ts'
import { AuditEntry } from '../entities/audit-entry.ts'
import { Timestamp, TrackCode, validationMessages as texts } from '../entities/fields.ts'
import { MinutesADay, Profile } from '../entities/user.ts'
import { route } from './define-route.ts'

/**
 * Admins and owners cannot be deleted through the API. Requires a fresh sign-in, so that a copied token cannot delete.
 */
export const deleteAccount = route('DELETE /api/account', {
  access: 'user',
  status: 204,
  freshSignIn: true,
  errors: ['REAUTHENTICATION_REQUIRED', 'OWNER_REQUIRED', 'CONFLICT'],
})

/** Earlier tokens are refused everywhere from now on, also refreshed ones. Pages call it after a change of password. */
export const endSignIns = route('POST /api/account/sign-outs', { access: 'user', status: 204 })

const Preferences = v.object({
  hasReminders: v.optional(v.boolean(texts.boolean)),
  hasAnswerMails: v.optional(v.boolean(texts.boolean)),
  hasReadAnswers: v.optional(v.literal(true)),
  track: v.optional(TrackCode),
  minutesADay: v.optional(MinutesADay),
})
export type Preferences = v.InferOutput<typeof Preferences>

export const setPreferences = route('PUT /api/account/preferences', {
  access: 'user',
  body: Preferences,
  response: v.object({ profile: Profile }),
  sample: { body: { hasReminders: false, track: TRACK_CODES[0] } },
})

/** The last two weeks by day, newest first. */
export const listOwnDays = route('GET /api/account/days', {
  access: 'user',
  response: v.object({ items: v.array(AccountDay) }),
})

/** An item as it is stored, without keys of the table; a set is a list. */
const Stored = v.record(v.string(), v.unknown())
export type Stored = v.InferOutput<typeof Stored>

export const PersonalData = v.object({
  exportedAt: Timestamp,
  /** The profile includes the payment and the session, but not the session's id, since a file may be passed on. */
  profile: Stored,
  progress: v.array(Stored),
  practice: v.array(Stored),
  exercises: v.array(Stored),
  days: v.array(Stored),
  /** Errors in documents that the student has reported, without the owners' notes. */
  reports: v.array(Stored),
  /** Payments that the student has declared, newest first, with the pictures of their receipts as far as they fit. */
  paymentRequests: v.array(Stored),
  questions: v.array(Stored),
  mails: v.array(Stored),
  copies: v.array(Stored),
  cards: v.array(Stored),
  /** The payments of the account, and what was given back or cancelled, oldest first, without the owner who noted it. */
  payments: v.array(Stored),
  /** Anything else that is stored beside the profile. */
  other: v.array(Stored),
  address: v.nullable(Stored),
  block: v.nullable(Stored),
  /** A block or its end that the account service has not applied yet. */
  accessChange: v.nullable(Stored),
  activity: v.nullable(Stored),
  /** The entries of the audit log about the account; `by` does not name the person. */
  log: v.array(
    v.object({
      ...v.pick(AuditEntry, ['createdAt', 'action', 'before', 'after']).entries,
      by: v.picklist(['you', 'administration', 'system']),
    }),
  ),
  /** Number of rows of a list that do not fit into the file. */
  leftOut: v.record(v.string(), v.number()),
})
export type PersonalData = v.InferOutput<typeof PersonalData>

export const getPersonalData = route('GET /api/account/data', {
  access: 'user',
  response: PersonalData,
  errors: ['TOO_MANY_REQUESTS'],
  fileName: 'mes-donnees.json',
  throttle: { account: 60, address: 1_200 },
})

/**
 * The account service is asked; the caller's word does not count. A new second factor ends every sign-in of the
 * account, since they were made with a password only.
 */
export const recordSecondFactor = route('POST /api/account/second-factor', {
  access: 'admin',
  response: v.object({ hasSecondFactor: v.boolean() }),
})
