import * as v from 'valibot'
import { ActivityItem, AuditItem } from '../../entities/audit-entry.ts'
import { BlockedEmail, SAMPLE_BLOCKED_EMAIL } from '../../entities/blocked-email.ts'
import { Day, Email, requiredText } from '../../entities/fields.ts'
import { SAMPLE_USER } from '../../entities/user.ts'
import { validationMessages as texts } from '../../entities/validation-messages.ts'
import { Cursor, Limit, pageOf } from '../query.ts'
import { route } from '../route.ts'
import { listUsers } from './users.ts'

/** The exact value that a log entry must have; an empty text filters nothing. */
const Wanted = v.optional(v.pipe(v.string(texts.invalid), v.trim(), v.maxLength(254, texts.tooLong)), '')

/** A whole day in Morocco, or an instant. */
const DayOrInstant = v.optional(v.union([Day, v.pipe(v.string(), v.isoTimestamp())], texts.day))

/**
 * Lists the append-only log, newest first. `actor` (an address, or SYSTEM), `action` and `target` filter by exact
 * values, `from` and `to` by time, both ends included. A page may hold fewer than `limit`.
 */
export const listAudit = route({
  method: 'GET',
  path: '/api/admin/audit',
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

/** Lists the number of actions of each actor, from counters beside the log. */
export const listActivity = route({
  method: 'GET',
  path: '/api/admin/activity',
  access: 'owner',
  response: v.object({ items: v.array(ActivityItem) }),
})

export const listBlocked = route({
  method: 'GET',
  path: '/api/admin/blocked',
  access: 'owner',
  query: v.object({ limit: Limit, cursor: Cursor }),
  response: pageOf(BlockedEmail),
})

/**
 * Blocks an address, with or without an account. `sameMailbox` has the other accounts whose addresses differ by a tag
 * or dots only, which stay as they are.
 */
export const blockEmail = route({
  method: 'POST',
  path: '/api/admin/blocked',
  access: 'owner',
  body: v.object({ email: Email, reason: requiredText(500) }),
  response: v.object({ ...BlockedEmail.entries, sameMailbox: v.array(v.string()) }),
  status: 201,
  errors: ['CONFLICT'],
  invalidates: [listBlocked],
  sample: { body: { email: SAMPLE_USER.email, reason: SAMPLE_BLOCKED_EMAIL.reason } },
})

export const unblockEmail = route({
  method: 'DELETE',
  path: '/api/admin/blocked/{email}',
  access: 'owner',
  params: v.object({ email: Email }),
  status: 204,
  errors: ['NOT_FOUND'],
  invalidates: [listBlocked, listUsers],
  sample: { params: { email: SAMPLE_BLOCKED_EMAIL.email } },
})
