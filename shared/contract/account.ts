import * as v from 'valibot'
import { TRACK_CODES } from '../catalogue/tracks.ts'
import { AccountDay } from '../entities/account-day.ts'
import { AuditEntry } from '../entities/audit-entry.ts'
import { Timestamp, TrackCode, validationMessages as texts } from '../entities/fields.ts'
import { MinutesADay, Profile } from '../entities/user.ts'
import { route } from './route.ts'

/**
 * Deletes the caller's own account: profile, lease and Cognito identity; audit entries stay. Admins and owners cannot
 * be deleted through the API. Requires a fresh sign-in, so that a copied token cannot delete.
 */
export const deleteAccount = route({
  method: 'DELETE',
  path: '/api/account',
  access: 'user',
  status: 204,
  freshSignIn: true,
  errors: ['REAUTHENTICATION_REQUIRED', 'OWNER_REQUIRED', 'CONFLICT'],
})

/**
 * Ends every sign-in of the caller's account, including the current one, and its session: earlier tokens are refused
 * everywhere from now on, also refreshed ones. Pages call it after a change of password.
 */
export const endSignIns = route({
  method: 'POST',
  path: '/api/account/sign-outs',
  access: 'user',
  status: 204,
})

/** Choices of an account; a change contains those that it makes. */
const Preferences = v.object({
  /** True when mails say that Premium is about to end. */
  hasReminders: v.optional(v.boolean(texts.boolean)),
  /** True when mails say that a question was answered. */
  hasAnswerMails: v.optional(v.boolean(texts.boolean)),
  /** True when the student has read the answers to their questions. */
  hasReadAnswers: v.optional(v.literal(true)),
  /** The track that the student prepares. */
  track: v.optional(TrackCode),
  /** The minutes a day of their plan. */
  minutesADay: v.optional(MinutesADay),
})
export type Preferences = v.InferOutput<typeof Preferences>

/** Stores those of the caller's choices that the body contains, and returns all of them in the profile. */
export const setPreferences = route({
  method: 'PUT',
  path: '/api/account/preferences',
  access: 'user',
  body: Preferences,
  response: v.object({ profile: Profile }),
  sample: { body: { hasReminders: false, track: TRACK_CODES[0] } },
})

/**
 * Returns what the caller's account did in the last two weeks by day, newest first: browsers, documents and networks.
 */
export const listOwnDays = route({
  method: 'GET',
  path: '/api/account/days',
  access: 'user',
  response: v.object({ items: v.array(AccountDay) }),
})

/** An item as it is stored, without keys of the table; a set is a list. */
const Stored = v.record(v.string(), v.unknown())
export type Stored = v.InferOutput<typeof Stored>

/** Everything that the table contains about an account. */
export const PersonalData = v.object({
  exportedAt: Timestamp,
  /** The profile includes the payment and the session, but not the session's id, since a file may be passed on. */
  profile: Stored,
  /** The student's marks, by chapter. */
  progress: v.array(Stored),
  /** The mock examinations that the student has sat, oldest first. */
  practice: v.array(Stored),
  /** The student's marks of single exercises, by paper. */
  exercises: v.array(Stored),
  /** The account's activity by day. */
  days: v.array(Stored),
  /** Errors in documents that the student has reported, without the owners' notes. */
  reports: v.array(Stored),
  /** Payments that the student has declared, newest first, with the pictures of their receipts as far as they fit. */
  paymentRequests: v.array(Stored),
  /** Questions that the student has asked, with the answers. */
  questions: v.array(Stored),
  /** The mails that were sent to the account lately, by their reasons. */
  mails: v.array(Stored),
  /** PDFs that the account saved or printed. */
  copies: v.array(Stored),
  /** Printed cards that the account used. */
  cards: v.array(Stored),
  /** The payments of the account, and what was given back or cancelled, oldest first, without the owner who noted it. */
  payments: v.array(Stored),
  /** Anything else that is stored beside the profile. */
  other: v.array(Stored),
  /** The item that assigns the address to an account. */
  address: v.nullable(Stored),
  block: v.nullable(Stored),
  /** A block or its end that the account service has not applied yet. */
  accessChange: v.nullable(Stored),
  /** Number of an admin's actions. */
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

/** Returns everything that is stored about the caller, as a file. */
export const getPersonalData = route({
  method: 'GET',
  path: '/api/account/data',
  access: 'user',
  response: PersonalData,
  errors: ['TOO_MANY_REQUESTS'],
  fileName: 'mes-donnees.json',
  throttle: { account: 60, address: 1_200 },
})

/**
 * Stores whether the caller's account has a second factor. The account service is asked for it; the caller's word does
 * not count. Pages call it after it was switched on or off. A new second factor ends every sign-in of the account,
 * including the current one, since they were made with a password only.
 */
export const recordSecondFactor = route({
  method: 'POST',
  path: '/api/account/second-factor',
  access: 'admin',
  response: v.object({ hasSecondFactor: v.boolean() }),
})
