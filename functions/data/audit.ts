import { type Actor, ActorActivity, AuditEntry } from '#shared/entities/audit-entry.ts'
import type { Table } from './client.ts'
import { decodeCursor, encodeCursor, NEWEST_FIRST_SORT_KEY, type Page, type PageQuery } from './cursor.ts'
import { ACTORS, AUDIT, actorKey, auditKey } from './keys.ts'
import { type Lookup, parseItem, queryAll, queryPage } from './read.ts'
import { type TransactionPart, writeTogether } from './write.ts'

/**
 * The writes of an audit entry: the entry and its actor's counter. Every change puts them into its own transaction,
 * so that neither exists without the other.
 */
export function auditParts({ name }: Table, entry: AuditEntry): TransactionPart[] {
  return [
    {
      Put: {
        TableName: name,
        Item: { ...auditKey(entry), ...entry },
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    },
    {
      Update: {
        TableName: name,
        Key: actorKey(entry.actor),
        UpdateExpression:
          'SET actor = :actor, #first = if_not_exists(#first, :at), #last = :at ADD #count :one',
        ExpressionAttributeNames: { '#first': 'first', '#last': 'last', '#count': 'count' },
        ExpressionAttributeValues: { ':actor': entry.actor, ':at': entry.createdAt, ':one': 1 },
      },
    },
  ]
}

/** What an actor did so far; null where they did nothing. */
export function activityLookup(actor: Actor): Lookup<ActorActivity | null> {
  return { key: actorKey(actor), parse: (item) => (item ? parseItem(ActorActivity, item) : null) }
}

/** The append-only log and the counters of its actors. */
export function createAuditLog(table: Table) {
  /** Adds an entry without another change, such as a refused attempt. One transaction. */
  async function record(entry: AuditEntry): Promise<void> {
    await writeTogether(table, auditParts(table, entry))
  }

  /**
   * The log, newest first: one query a page, which may hold fewer than `limit`.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  async function listNewest({ limit, cursor }: PageQuery) {
    const { items, lastKey } = await queryPage(table, {
      KeyConditionExpression: 'pk = :audit',
      ExpressionAttributeValues: { ':audit': AUDIT },
      ScanIndexForward: false,
      // One more than shown tells whether there is a next page.
      Limit: limit + 1,
      ...(cursor && { ExclusiveStartKey: { pk: AUDIT, sk: decodeCursor(cursor, NEWEST_FIRST_SORT_KEY) } }),
    })
    const entries = items.slice(0, limit).map((item) => parseItem(AuditEntry, item))
    // Entries are long: a page also ends at the megabyte that one query reads.
    const last = items.length > limit || lastKey ? entries.at(-1) : undefined
    return {
      items: entries,
      nextCursor: last ? encodeCursor(auditKey(last).sk) : null,
    } satisfies Page<AuditEntry>
  }

  /** What each actor did so far: one query over one small item an actor. */
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
