import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { auditParts } from './audit.ts'
import type { Table } from './client.ts'
import { resourceCountingPart } from './counters.ts'
import { type ItemKey, resourceKey } from './keys.ts'
import { resourceItem, resourceSearchKeys } from './resource-item.ts'
import { deleteEntries, putEntries } from './search-entries.ts'
import { putMany, type TransactionPart, writeTogether } from './write.ts'

/** A resource as it is to be; `before` is what was read in its place, null where there was nothing. */
export type ResourceChange = { before: Resource | null; after: Resource }

/** With the counter and the two writes of the log well within the 100 of a transaction, and its 4 MB. */
export const MAX_CHANGES = 80

/** Resources whose stale search entries are on their way out at once. */
const FORGOTTEN_AT_ONCE = 8

/** Changes of resources, each with its audit entry, its count and its search entries. */
export function createResourceChanges(table: Table) {
  const { name } = table

  /** Adds a resource: one transaction of at most 49 parts. @returns false when its id is taken */
  async function add(resource: Resource, entry: AuditEntry): Promise<boolean> {
    return isWritten([
      writePart({ before: null, after: resource }),
      ...putEntries(table, resourceSearchKeys(resource)),
      resourceCountingPart(table, 1),
      ...auditParts(table, entry),
    ])
  }

  /**
   * Puts a resource in place of what was read: one transaction of at most 93 parts.
   * @returns false when it was changed or deleted meanwhile
   */
  async function replace(before: Resource, after: Resource, entry: AuditEntry): Promise<boolean> {
    return isWritten([
      writePart({ before, after }),
      ...putEntries(table, keysBeyond(resourceSearchKeys(after), resourceSearchKeys(before))),
      ...deleteEntries(table, keysBeyond(resourceSearchKeys(before), resourceSearchKeys(after))),
      ...auditParts(table, entry),
    ])
  }

  /** Deletes a resource: one transaction of at most 49 parts. @returns false when it was changed or deleted meanwhile */
  async function remove(resource: Resource, entry: AuditEntry): Promise<boolean> {
    return isWritten([
      {
        Delete: {
          TableName: name,
          Key: resourceKey(resource.id),
          ConditionExpression: 'updatedAt = :seen',
          ExpressionAttributeValues: { ':seen': resource.updatedAt },
        },
      },
      ...deleteEntries(table, resourceSearchKeys(resource)),
      resourceCountingPart(table, -1),
      ...auditParts(table, entry),
    ])
  }

  /**
   * Writes a batch of at most {@link MAX_CHANGES} as one, with one audit entry. Search entries are too many for the
   * transaction: new ones are there before it, so that nothing stored cannot be found, and those that lead nowhere any
   * more go after it, unless somebody has changed the resource again and may need them; whoever searches compares what
   * an entry leads to.
   * @returns false when one of them was changed, deleted or added meanwhile: then none was written
   */
  async function writeBatch(changes: readonly ResourceChange[], entry: AuditEntry): Promise<boolean> {
    const added = changes.filter(({ before }) => before === null).length
    await putMany(table, changes.flatMap(entriesToAdd))
    const isDone = await isWritten([
      ...changes.map(writePart),
      ...(added > 0 ? [resourceCountingPart(table, added)] : []),
      ...auditParts(table, entry),
    ])
    if (isDone) await forgetEntries(changes)
    return isDone
  }

  async function forgetEntries(changes: readonly ResourceChange[]): Promise<void> {
    const left = changes.filter((change) => entriesToDelete(change).length > 0).values()
    const forgetNext = async () => {
      for (const change of left)
        await isWritten([unchangedPart(change.after), ...deleteEntries(table, entriesToDelete(change))])
    }
    await Promise.all(Array.from({ length: FORGOTTEN_AT_ONCE }, forgetNext))
  }

  async function isWritten(parts: readonly TransactionPart[]): Promise<boolean> {
    return (await writeTogether(table, parts)).length === 0
  }

  function writePart({ before, after }: ResourceChange): TransactionPart {
    return before === null ? putPart(after) : updatePart(before, after)
  }

  function putPart(resource: Resource): TransactionPart {
    return {
      Put: {
        TableName: name,
        Item: resourceItem(resource),
        ConditionExpression: 'attribute_not_exists(pk)',
      },
    }
  }

  function updatePart(before: Resource, after: Resource): TransactionPart {
    const { pk: _pk, sk: _sk, size, pages, ...fields } = resourceItem(after)
    // Of a file that stays, the check of documents may have noted the weight since `before` was read.
    const written = before.version === after.version ? fields : { ...fields, size, pages }
    const names = Object.keys(written)
    const gone = Object.keys(resourceItem(before)).filter((each) => !Object.hasOwn(resourceItem(after), each))
    const sets = names.map((each) => `#${each} = :${each}`).join(', ')
    const removes = gone.length > 0 ? ` REMOVE ${gone.map((each) => `#${each}`).join(', ')}` : ''
    return {
      Update: {
        TableName: name,
        Key: resourceKey(after.id),
        UpdateExpression: `SET ${sets}${removes}`,
        ConditionExpression: '#updatedAt = :seen',
        ExpressionAttributeNames: Object.fromEntries([...names, ...gone].map((each) => [`#${each}`, each])),
        ExpressionAttributeValues: {
          ...Object.fromEntries(names.map((each) => [`:${each}`, written[each]])),
          ':seen': before.updatedAt,
        },
      },
    }
  }

  function unchangedPart({ id, updatedAt }: Resource): TransactionPart {
    return {
      ConditionCheck: {
        TableName: name,
        Key: resourceKey(id),
        ConditionExpression: 'updatedAt = :seen',
        ExpressionAttributeValues: { ':seen': updatedAt },
      },
    }
  }

  return { add, replace, remove, writeBatch }
}

export type ResourceChanges = ReturnType<typeof createResourceChanges>

function entriesToAdd({ before, after }: ResourceChange): ItemKey[] {
  return keysBeyond(resourceSearchKeys(after), before ? resourceSearchKeys(before) : [])
}

function entriesToDelete({ before, after }: ResourceChange): ItemKey[] {
  return before ? keysBeyond(resourceSearchKeys(before), resourceSearchKeys(after)) : []
}

function keysBeyond(keys: readonly ItemKey[], others: readonly ItemKey[]): ItemKey[] {
  const known = new Set(others.map(({ sk }) => sk))
  return keys.filter(({ sk }) => !known.has(sk))
}
