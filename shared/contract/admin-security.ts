import * as v from 'valibot'
import { Cursor, Email, Limit, pageOf, requiredText, Timestamp } from './fields.ts'
import { route } from './route.ts'
import { sampleBlock, sampleStudent } from './samples.ts'

const AuditValues = v.nullable(v.record(v.string(), v.unknown()))

export const AuditItem = v.object({
  id: v.string(),
  createdAt: Timestamp,
  adminEmail: v.string(),
  actionType: v.string(),
  targetEmail: v.string(),
  oldValues: AuditValues,
  newValues: AuditValues,
})
export type AuditItem = v.InferOutput<typeof AuditItem>

/** The append-only log, newest first. */
export const listAudit = route({
  method: 'GET',
  path: '/api/admin/audit',
  access: 'owner',
  capability: 'admin',
  query: v.object({ limit: Limit, cursor: Cursor }),
  response: pageOf(AuditItem),
})

export const ActivityItem = v.object({
  adminEmail: v.string(),
  actionCount: v.number(),
  firstAction: Timestamp,
  lastAction: Timestamp,
  isLegitimateAdmin: v.boolean(),
})
export type ActivityItem = v.InferOutput<typeof ActivityItem>

/** How much each actor did, from counters kept with the log (D25). */
export const listActivity = route({
  method: 'GET',
  path: '/api/admin/activity',
  access: 'owner',
  capability: 'admin',
  response: v.object({ items: v.array(ActivityItem) }),
})

export const BlockedItem = v.object({
  email: v.string(),
  reason: v.string(),
  blockedAt: Timestamp,
  blockedBy: v.string(),
})
export type BlockedItem = v.InferOutput<typeof BlockedItem>

export const listBlocked = route({
  method: 'GET',
  path: '/api/admin/blocked',
  access: 'owner',
  capability: 'admin',
  query: v.object({ limit: Limit, cursor: Cursor }),
  response: pageOf(BlockedItem),
})

/** Blocks an address, with or without an account behind it (D26). */
export const blockEmail = route({
  method: 'POST',
  path: '/api/admin/blocked',
  access: 'owner',
  capability: 'admin',
  body: v.object({
    email: Email,
    reason: requiredText(500),
  }),
  response: BlockedItem,
  status: 201,
  errors: ['CONFLICT'],
  sample: { body: { email: sampleStudent.email, reason: sampleBlock.reason } },
})

export const unblockEmail = route({
  method: 'DELETE',
  path: '/api/admin/blocked/{email}',
  access: 'owner',
  capability: 'admin',
  params: v.object({ email: Email }),
  status: 204,
  errors: ['NOT_FOUND'],
  sample: { params: { email: sampleBlock.email } },
})
