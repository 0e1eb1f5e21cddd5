import { randomUUID } from 'node:crypto'
import type { PremiumState } from '#shared/domain/premium/premium.ts'
import type { Actor, AuditAction, AuditEntry, AuditValues } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'

type Change = { action: AuditAction; target: string; before: AuditValues; after: AuditValues }

export const SYSTEM: Actor = { type: 'system' }

export function adminActor({ email }: Pick<User, 'email'>): Actor {
  return { type: 'admin', email }
}

export function auditEntry(actor: Actor, now: Date, change: Change): AuditEntry {
  return { id: randomUUID(), createdAt: now.toISOString(), actor, ...change }
}

/** Returns the fields of a user's Premium that the log and a used card keep. */
export function premiumValues({ isPremium, premiumUntil, payment }: PremiumState): PremiumState {
  return { isPremium, premiumUntil, payment }
}
