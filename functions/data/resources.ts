import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { contentFields } from '#shared/entities/file.ts'
import type { Resource } from '#shared/entities/resource.ts'
import { writeAudited } from './audit-entry.ts'
import { createCounters, resourceCountingPart } from './counters.ts'
import { resourceKey } from './keys.ts'
import { freedParts } from './notices.ts'
import { createResourceLists, resourceKind } from './resource-lists.ts'
import type { Table } from './table/client.ts'
import { readExisting } from './table/read.ts'
import { putPart, removePart, type TransactionPart, updatePart } from './table/transaction.ts'
import type { WriteResult } from './table/write.ts'

/** The new state of a resource; `before` is the state that was read, null for a new resource. */
export type ResourceChange = { before: Resource | null; after: Resource }

/**
 * A transaction takes 100 writes and 4 MB: the changes, the counters, a notice and the entries of the log, which are
 * split by size.
 */
export const MAX_CHANGES = 80

/** Reads and writes the documents of chapters. A change is one transaction with its audit entry. */
export function createResources(table: Table) {
  const counters = createCounters(table)

  /** Writes at most {@link MAX_CHANGES} changes as one, with their audit entries and changes that belong to them. */
  function writeBatch(
    changes: readonly ResourceChange[],
    entries: readonly AuditEntry[],
    others: readonly TransactionPart[] = [],
  ): Promise<WriteResult> {
    const added = changes.filter(({ before }) => before === null).length
    return writeAudited(
      table,
      entries,
      ...changes.map(writePart),
      ...(added > 0 ? [resourceCountingPart(table, added)] : []),
      ...freedParts(table, changes, entries.at(-1)),
      ...others,
    )
  }

  function writePart({ before, after }: ResourceChange): TransactionPart {
    const { item } = resourceKind
    if (before === null) return putPart(table, item(after))
    // What was found out about the earlier file may have been stored since `before` was read.
    const overwritten = before.version === after.version ? [] : contentFields
    return updatePart(table, item(before), item(after), overwritten)
  }

  /** Writes resources over existing ones, for seeding; new ones are counted. */
  async function putAll(resources: readonly Resource[]): Promise<void> {
    const there = await readExisting(
      table,
      resources.map(({ id }) => resourceKey(id)),
    )
    await resourceKind.putAll(table, resources)
    const added = resources.length - there.length
    if (added > 0) await counters.addResources(added)
  }

  return {
    find: (id: string) => resourceKind.find(table, id),
    findMany: (ids: readonly string[]) => resourceKind.findMany(table, ids),
    ...createResourceLists(table),
    /** Adds a resource. It is overtaken when its id is taken. */
    add: (resource: Resource, entry: AuditEntry, ...others: readonly TransactionPart[]) =>
      writeBatch([{ before: null, after: resource }], [entry], others),
    replace: (before: Resource, after: Resource, entry: AuditEntry) =>
      writeBatch([{ before, after }], [entry]),
    remove: (resource: Resource, entry: AuditEntry) =>
      writeAudited(
        table,
        entry,
        removePart(table, resourceKind.item(resource)),
        resourceCountingPart(table, -1),
      ),
    writeBatch,
    putAll,
  }
}

export type Resources = ReturnType<typeof createResources>
