import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'
import { auditEntry, SYSTEM } from '../data/audit-entry.ts'

/** The log's line about a user who deletes himself. */
export function ownDeletion(user: User, now: Date): AuditEntry {
  const { email: target, isPremium, premiumUntil } = user
  return auditEntry(SYSTEM, now, {
    action: 'DELETE_USER',
    target,
    before: { isPremium, premiumUntil },
    after: { deletedBy: 'user' },
  })
}
