import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import type { PremiumState } from '#shared/domain/premium/premium.ts'
import type { Actor, AuditAction, AuditEntry, AuditValues } from '#shared/entities/audit-entry.ts'
import { Email } from '#shared/entities/fields.ts'
import type { User } from '#shared/entities/user.ts'
import { aboutIndexKeys, actorKey, auditKey } from './keys.ts'
import type { Table } from './table/client.ts'
import { changePart, putPart, type TransactionPart, writeTogether } from './table/transaction.ts'
import type { WriteResult } from './table/write.ts'

/** Values before and after a change; what is left out is null: there was nothing before, or there is nothing after. */
type Change = { action: AuditAction; target: string; before?: AuditValues; after?: AuditValues }

export const SYSTEM: Actor = { type: 'system' }

export function adminActor({ email }: Pick<User, 'email'>): Actor {
  return { type: 'admin', email }
}

export function auditEntry(actor: Actor, now: Date, change: Change): AuditEntry {
  return { id: randomUUID(), createdAt: now.toISOString(), actor, before: null, after: null, ...change }
}

/** Returns the fields of a user's Premium that the log and a used card keep. */
export function premiumValues({ isPremium, premiumUntil, payment }: PremiumState): PremiumState {
  return { isPremium, premiumUntil, payment }
}

/**
 * Writes a change with its audit entries and the counter of their actor, as one transaction, so that none exists
 * without the others.
 */
export function writeAudited(
  table: Table,
  entries: AuditEntry | readonly AuditEntry[],
  ...parts: readonly TransactionPart[]
): Promise<WriteResult> {
  return writeTogether(table, [...parts, ...auditParts(table, ...[entries].flat())])
}

/** Returns the writes of audit entries of one actor: each entry, and the actor's counter. */
export function auditParts(table: Table, ...entries: readonly AuditEntry[]): TransactionPart[] {
  const last = entries.at(-1)
  if (!last) return []
  const { actor, createdAt: at } = last
  return [
    ...entries.map((entry) => putPart(table, auditItem(table, entry))),
    changePart(table, actorKey(actor), {
      set: { actor, last: at, expiresAt: auditExpiry(table, at) },
      setOnce: { first: at },
      add: { count: entries.length },
    }),
  ]
}

/** Returns an entry as the table holds it: in the list of the account that it is about, if any, with its expiry. */
function auditItem(table: Table, entry: AuditEntry) {
  return {
    ...auditKey(entry),
    ...entry,
    ...(v.is(Email, entry.target) && aboutIndexKeys(entry)),
    expiresAt: auditExpiry(table, entry.createdAt),
  }
}

/** Returns the expiry of an entry of this time, in epoch seconds. */
export function auditExpiry({ auditRetentionDays }: Table, createdAt: string): number {
  return Math.ceil(Date.parse(createdAt) / 1_000) + auditRetentionDays * 86_400
}
