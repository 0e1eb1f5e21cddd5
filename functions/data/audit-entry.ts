import { randomUUID } from 'node:crypto'
import type { PremiumState } from '#shared/domain/premium/premium.ts'
import type { Actor, AuditAction, AuditEntry, AuditValues } from '#shared/entities/audit-entry.ts'
import type { User } from '#shared/entities/user.ts'

type Change = { action: AuditAction; target: string; before: AuditValues; after: AuditValues }

export const SYSTEM: Actor = { type: 'system' }

/** An owner or admin as the log names them. */
export function adminActor({ email }: Pick<User, 'email'>): Actor {
  return { type: 'admin', email }
}

/** The entry about what `actor` does at `now`. */
export function auditEntry(actor: Actor, now: Date, change: Change): AuditEntry {
  return { id: randomUUID(), createdAt: now.toISOString(), actor, ...change }
}

/** What the log, and a card that was used, keep of a user's Premium. */
export function premiumValues({ isPremium, premiumUntil, payment }: PremiumState): PremiumState {
  return { isPremium, premiumUntil, payment }
}
