import { randomUUID } from 'node:crypto'
import type { AuditAction, AuditEntry, AuditValues } from '#shared/domain/audit.ts'
import type { User } from '#shared/domain/user.ts'

type Change = { action: AuditAction; target: string; before: AuditValues; after: AuditValues }

/** The log's line about a change that `actor` makes at `now`. */
export function auditEntry(actor: Pick<User, 'email'>, now: Date, change: Change): AuditEntry {
  return {
    id: randomUUID(),
    createdAt: now.toISOString(),
    actor: { type: 'admin', email: actor.email },
    ...change,
  }
}
