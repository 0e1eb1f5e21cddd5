import { randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { countFitting } from '#shared/domain/payload-limit.ts'
import type { PremiumState } from '#shared/domain/premium/premium.ts'
import {
  type Actor,
  ActorActivity,
  type AuditAction,
  AuditEntry,
  type AuditValues,
  actorLabel,
} from '#shared/entities/audit-entry.ts'
import { Email } from '#shared/entities/fields.ts'
import type { User } from '#shared/entities/user.ts'
import { ACTORS, AUDIT, aboutIndexKeys, actorKey, auditKey } from './keys.ts'
import type { Table } from './table/client.ts'
import type { Condition } from './table/expression.ts'
import {
  decodeCursor,
  encodeCursor,
  listPartition,
  NEWEST_FIRST_SORT_KEY,
  type Page,
  type PageQuery,
  queryPage,
} from './table/query.ts'
import { parseItem } from './table/read.ts'
import type { Item } from './table/table-shape.ts'
import { changePart, putPart, type TransactionPart, writeTogether } from './table/transaction.ts'
import type { WriteResult } from './table/write.ts'

/** Megabytes that one page reads while it finds nothing: some 40,000 entries, in two to four seconds. */
const MAX_READS = 20
/** Megabytes that one page reads once it has found something: more do not fit into its answer. */
const MAX_ANSWERED_READS = 3
/** Limit of the entries of a page, so that no text in them makes a page that Lambda does not answer. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024

export type AuditSearch = {
  /** A normalised address, or SYSTEM. */
  actor?: string
  action?: string
  target?: string
  from?: Date | undefined
  to?: Date | undefined
}

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

/** Writes a change with its audit entries and the counter of their actor, as one transaction. */
export function writeAudited(
  table: Table,
  entries: AuditEntry | readonly AuditEntry[],
  ...parts: readonly TransactionPart[]
): Promise<WriteResult> {
  return writeTogether(table, [...parts, ...auditParts(table, ...[entries].flat())])
}

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

function auditItem(table: Table, entry: AuditEntry) {
  return {
    ...auditKey(entry),
    ...entry,
    ...(v.is(Email, entry.target) && aboutIndexKeys(entry)),
    expiresAt: auditExpiry(table, entry.createdAt),
  }
}

export function auditExpiry({ auditRetentionDays }: Table, createdAt: string): number {
  return Math.ceil(Date.parse(createdAt) / 1_000) + auditRetentionDays * 86_400
}

function searchFilter({ actor = '', action = '', target = '' }: AuditSearch): Condition | null {
  const seen = {
    ...(actor !== '' &&
      (actor === actorLabel(SYSTEM) ? { 'actor.type': SYSTEM.type } : { 'actor.email': actor })),
    ...(action !== '' && { action }),
    ...(target !== '' && { target }),
  }
  return Object.keys(seen).length > 0 ? { seen } : null
}

export function createAuditLog(table: Table) {
  const record = (entry: AuditEntry) => writeAudited(table, entry)

  /**
   * Returns a page of the log, newest first. With a filter, a query for each megabyte is made until the page is full. A
   * page may hold fewer than `limit`, and is empty before the end only where {@link MAX_READS} megabytes contain no
   * match. @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  async function listNewest(query: PageQuery & AuditSearch): Promise<Page<AuditEntry>> {
    const { limit, cursor, ...search } = query
    const filter = searchFilter(search)
    const from = search.from?.toISOString() ?? '0'
    // `~` follows the ids of all entries of this millisecond.
    const to = `${search.to?.toISOString() ?? ''}~`
    const found: Item[] = []
    let position = cursor === undefined ? undefined : decodeCursor(cursor, NEWEST_FIRST_SORT_KEY)
    // A query that ends before it begins, or starts outside its bounds, is an error for DynamoDB.
    if (from > to || (position !== undefined && from > position)) return { items: [], nextCursor: null }
    if (position !== undefined && position > to) position = undefined
    let reads = 0
    do {
      const { items, lastKey } = await queryPage(table, {
        partition: AUDIT,
        from,
        to,
        isDescending: true,
        // One more entry than shown tells whether there is a next page.
        ...(filter ? { filter } : { limit: limit + 1 }),
        ...(position !== undefined && { after: { pk: AUDIT, sk: position } }),
      })
      found.push(...items)
      position = lastKey && parseItem(v.string(), lastKey['sk'])
      reads += 1
    } while (
      position !== undefined &&
      found.length <= limit &&
      reads < (found.length > 0 ? MAX_ANSWERED_READS : MAX_READS)
    )
    const wanted = found.slice(0, limit)
    const texts = wanted.map((item) => JSON.stringify(item))
    const fitting = countFitting(texts, MAX_PAGE_BYTES)
    const entries = wanted.slice(0, fitting).map((item) => parseItem(AuditEntry, item))
    const shown = entries.at(-1)
    const end = found.length > fitting && shown ? auditKey(shown).sk : position
    return { items: entries, nextCursor: end === undefined ? null : encodeCursor(end) }
  }

  const listActivity = () => listPartition(table, ActorActivity, { partition: ACTORS })

  return { record, listNewest, listActivity }
}
