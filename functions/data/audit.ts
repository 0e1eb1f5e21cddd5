import * as v from 'valibot'
import { countFitting } from '#shared/domain/payload-limit.ts'
import { ActorActivity, AuditEntry, actorLabel } from '#shared/entities/audit-entry.ts'
import { Email } from '#shared/entities/fields.ts'
import { SYSTEM } from './audit-entry.ts'
import { ACTORS, AUDIT, aboutIndexKeys, actorKey, auditKey } from './keys.ts'
import type { Table } from './table/client.ts'
import {
  decodeCursor,
  encodeCursor,
  NEWEST_FIRST_SORT_KEY,
  type Page,
  type PageQuery,
} from './table/cursor.ts'
import { parseItem, queryAll, queryPage } from './table/read.ts'
import { type StoredItem } from './table/table-shape.ts'
import { putPart, type TransactionPart, writeTogether } from './table/write.ts'

/** Returns an entry as the table holds it: in the list of the account that it is about, if any, with its expiry. */
export function auditItem(entry: AuditEntry, retentionDays: number): StoredItem {
  return {
    ...auditKey(entry),
    ...entry,
    ...(v.is(Email, entry.target) && aboutIndexKeys(entry)),
    expiresAt: auditExpiry(entry, retentionDays),
  }
}

/** Returns the expiry of an entry in epoch seconds. */
export function auditExpiry({ createdAt }: Pick<AuditEntry, 'createdAt'>, retentionDays: number): number {
  return Math.ceil(Date.parse(createdAt) / 1_000) + retentionDays * 86_400
}

/**
 * Returns the writes of audit entries of one actor: each entry, and the actor's counter. Every change puts them into
 * its own transaction, so that neither exists without the other.
 */
export function auditParts(table: Table, ...entries: readonly AuditEntry[]): TransactionPart[] {
  const last = entries.at(-1)
  if (!last) return []
  return [
    ...entries.map((entry) => putPart(table, auditItem(entry, table.auditRetentionDays))),
    {
      Update: {
        TableName: table.name,
        Key: actorKey(last.actor),
        UpdateExpression:
          'SET actor = :actor, #first = if_not_exists(#first, :at), #last = :at, expiresAt = :expires ADD #count :entries',
        ExpressionAttributeNames: { '#first': 'first', '#last': 'last', '#count': 'count' },
        ExpressionAttributeValues: {
          ':actor': last.actor,
          ':at': last.createdAt,
          ':entries': entries.length,
          ':expires': auditExpiry(last, table.auditRetentionDays),
        },
      },
    },
  ]
}

/** Megabytes that one page reads while it finds nothing: some 40,000 entries, in two to four seconds. */
const MAX_READS = 20
/** Megabytes that one page reads once it has found something: more do not fit into its answer. */
const MAX_ANSWERED_READS = 3
/** Limit of the entries of a page, so that no text in them makes a page that Lambda does not answer. */
const MAX_PAGE_BYTES = 5 * 1024 * 1024

/** The filters of a search in the log. An empty or absent text filters nothing. */
export type AuditSearch = {
  /** A normalised address, or SYSTEM. */
  actor?: string
  /** One action, or several that are all shown. */
  action?: string | readonly string[]
  target?: string
  /** Both ends are included. */
  from?: Date | undefined
  to?: Date | undefined
}

/** Returns the query of a search: the time is part of the sort key, everything else is a filter. */
function searchQuery({ actor = '', action = '', target = '', from, to }: AuditSearch) {
  const filters = [
    actor === actorLabel(SYSTEM)
      ? { path: '#actor.#type', value: SYSTEM.type }
      : { path: '#actor.#email', value: actor },
    { path: '#action', value: action },
    { path: '#target', value: target },
  ]
    .map(({ path, value }) => ({ path, values: [value].flat().filter((each) => each !== '') }))
    .filter((each) => each.values.length > 0)
    .map((each, at) => ({ ...each, names: each.values.map((_, index) => `:wanted${at}x${index}`) }))
  const names = new Set(filters.flatMap(({ path }) => path.split('.')))
  return {
    first: from?.toISOString() ?? '0',
    // `~` follows the ids of all entries of this millisecond.
    last: `${to?.toISOString() ?? ''}~`,
    filter: filters.length > 0 && {
      FilterExpression: filters.map((each) => `${each.path} IN (${each.names.join(', ')})`).join(' AND '),
      ExpressionAttributeNames: Object.fromEntries([...names].map((each) => [each, each.slice(1)])),
    },
    values: Object.fromEntries(
      filters.flatMap((each) => each.names.map((name, index) => [name, each.values[index]])),
    ),
  }
}

/** Reads and writes the append-only log and the counters of its actors. */
export function createAuditLog(table: Table) {
  /** Adds an entry that belongs to no other change, such as the look-up of a copy. One transaction. */
  async function record(entry: AuditEntry): Promise<void> {
    await writeTogether(table, auditParts(table, entry))
  }

  /**
   * Returns a page of the log, newest first, or of the entries that a search finds. Without a filter it is one query;
   * with one, a query for each megabyte (some 2,000 entries) until the page is full. A page may hold fewer than
   * `limit`, and is empty before the end only where {@link MAX_READS} megabytes contain no match.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  async function listNewest({
    limit,
    cursor,
    ...search
  }: PageQuery & AuditSearch): Promise<Page<AuditEntry>> {
    const { first, last, filter, values } = searchQuery(search)
    const found: Record<string, unknown>[] = []
    let position = cursor === undefined ? undefined : decodeCursor(cursor, NEWEST_FIRST_SORT_KEY)
    // A query that ends before it begins, or starts outside its bounds, is an error for DynamoDB.
    if (first > last || (position !== undefined && first > position)) return { items: [], nextCursor: null }
    if (position !== undefined && position > last) position = undefined
    let reads = 0
    do {
      const { items, lastKey } = await queryPage(table, {
        KeyConditionExpression: 'pk = :audit AND sk BETWEEN :first AND :last',
        ExpressionAttributeValues: { ':audit': AUDIT, ':first': first, ':last': last, ...values },
        ScanIndexForward: false,
        // One more entry than shown tells whether there is a next page.
        ...(filter || { Limit: limit + 1 }),
        ...(position !== undefined && { ExclusiveStartKey: { pk: AUDIT, sk: position } }),
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
    const fitting = countFitting(
      wanted.map((item) => JSON.stringify(item)),
      MAX_PAGE_BYTES,
    )
    const entries = wanted.slice(0, fitting).map((item) => parseItem(AuditEntry, item))
    const shown = entries.at(-1)
    const end = found.length > fitting && shown ? auditKey(shown).sk : position
    return { items: entries, nextCursor: end === undefined ? null : encodeCursor(end) }
  }

  /** Returns the activity of each actor: one query over one small item for each. */
  async function listActivity(): Promise<ActorActivity[]> {
    const items = await queryAll(table, {
      KeyConditionExpression: 'pk = :actors',
      ExpressionAttributeValues: { ':actors': ACTORS },
    })
    return items.map((item) => parseItem(ActorActivity, item))
  }

  return { record, listNewest, listActivity }
}

export type AuditLog = ReturnType<typeof createAuditLog>
