import * as v from 'valibot'
import { LONGEST_RETENTION } from '../../domain/retention.ts'
import { AccountDay } from '../../entities/account-day.ts'
import { ActivityItem, AuditItem } from '../../entities/audit-entry.ts'
import { BlockedEmail, SAMPLE_BLOCKED_EMAIL } from '../../entities/blocked-email.ts'
import {
  Day,
  Email,
  Instant,
  requiredText,
  validationMessages as texts,
  UserId,
} from '../../entities/fields.ts'
import { SAMPLE_USER } from '../../entities/user.ts'
import { route } from '../define-route.ts'
import { Cursor, Limit, pageOf, queryNumber } from '../query.ts'
import { listUsers } from './users.ts'

/** The exact value that a log entry must have; an empty text filters nothing. */
const Wanted = v.optional(v.pipe(v.string(texts.invalid), v.trim(), v.maxLength(254, texts.tooLong)), '')

const DayOrInstant = v.optional(v.union([Day, Instant], texts.day))

/**
 * Newest first. `actor` (an address, or SYSTEM), `action` and `target` filter by exact values, `from` and `to` by time,
 * both ends included. A page may hold fewer than `limit`.
 */
export const listAudit = route('GET /api/admin/audit', {
  access: 'owner',
  query: v.object({
    actor: Wanted,
    action: Wanted,
    target: Wanted,
    from: DayOrInstant,
    to: DayOrInstant,
    limit: Limit,
    cursor: Cursor,
  }),
  response: pageOf(AuditItem),
})

export const listActivity = route('GET /api/admin/activity', {
  access: 'owner',
  response: v.object({ items: v.array(ActivityItem) }),
})

export const listBlocked = route('GET /api/admin/blocked', {
  access: 'owner',
  query: v.object({ limit: Limit, cursor: Cursor }),
  response: pageOf(BlockedEmail),
})

/** `sameMailbox` has the other accounts whose addresses differ by a tag or dots only, which stay as they are. */
export const blockEmail = route('POST /api/admin/blocked', {
  access: 'owner',
  body: v.object({ email: Email, reason: requiredText(500) }),
  response: v.object({ ...BlockedEmail.entries, sameMailbox: v.array(v.string()) }),
  status: 201,
  errors: ['CONFLICT'],
  invalidates: [listBlocked],
  sample: { body: { email: SAMPLE_USER.email, reason: SAMPLE_BLOCKED_EMAIL.reason } },
})

export const unblockEmail = route('DELETE /api/admin/blocked/{email}', {
  access: 'owner',
  params: v.object({ email: Email }),
  status: 204,
  errors: ['NOT_FOUND'],
  invalidates: [listBlocked, listUsers],
  sample: { params: { email: SAMPLE_BLOCKED_EMAIL.email } },
})

const Figures = v.object({ ...v.omit(AccountDay, ['standsOut']).entries, browsers: v.number() })

/** An account with at least one day that stands out: its most conspicuous day, and all its days, oldest first. */
export const WatchedAccount = v.object({
  userId: UserId,
  email: Email,
  /** True for admins and owners, who cannot be blocked. */
  isAdmin: v.boolean(),
  ...Figures.entries,
  days: v.array(Figures),
})
export type WatchedAccount = v.InferOutput<typeof WatchedAccount>

const DAYS = `Le nombre de jours doit être de 1 à ${LONGEST_RETENTION.accountDays}`

/** The most conspicuous accounts first, at most 50, without blocked ones; the last days include today. */
export const listWatched = route('GET /api/admin/watch', {
  access: 'owner',
  query: v.object({ days: v.optional(queryNumber(1, LONGEST_RETENTION.accountDays, DAYS), 7) }),
  response: v.object({ items: v.array(WatchedAccount) }),
})
