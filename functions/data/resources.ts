import type { TrackCode } from '#shared/catalogue/tracks.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { ChapterItem, type Resource, VideoItem } from '#shared/entities/resource.ts'
import { auditParts } from './audit.ts'
import { createCounters, resourceCountingPart } from './counters.ts'
import { parseResource, resourceItem } from './items.ts'
import { chapterPartition, FREE_VIDEOS, RESOURCES, resourceKey } from './keys.ts'
import { freedPart } from './notices.ts'
import type { Table } from './table/client.ts'
import type { Page, PageQuery } from './table/cursor.ts'
import { type ListByAge, listByAge } from './table/list-by-age.ts'
import {
  type Lookup,
  parseItem,
  queryAll,
  READ_BATCH_SIZE,
  readBatch,
  readExisting,
  readOne,
} from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import {
  deletePart,
  putMany,
  putPart,
  type TransactionPart,
  updatePart,
  type WriteResult,
  writeTogether,
} from './table/write.ts'

/** The new state of a resource; `before` is the state that was read, null for a new resource. */
export type ResourceChange = { before: Resource | null; after: Resource }

/**
 * A transaction takes 100 writes and 4 MB: the changes, the counters, a notice and the entries of the log, which are
 * split by size.
 */
export const MAX_CHANGES = 80

const dashboardList: ListByAge<Resource> = {
  index: tableShape.indexes.newest,
  partition: RESOURCES,
  keyOf: resourceKey,
  parse: parseResource,
}

/** Returns a resource with its file; null where there is none. */
export function resourceLookup(id: string): Lookup<Resource | null> {
  return { key: resourceKey(id), parse: (item) => (item ? parseResource(item) : null) }
}

/** Reads and writes the documents of chapters. A change is one transaction with its audit entry. */
export function createResources(table: Table) {
  const { chapter: chapterIndex, sparse } = tableShape.indexes
  const counters = createCounters(table)

  async function find(id: string): Promise<Resource | null> {
    return readOne(table, resourceLookup(id))
  }

  /** Returns the resources that exist, as last written, in the order of the ids. One batch for every hundred. */
  async function findMany(ids: readonly string[]): Promise<Resource[]> {
    const wanted = [...new Set(ids)]
    const items = await readBatch(table, wanted.map(resourceKey), { ConsistentRead: true })
    const found = new Map(items.map(parseResource).map((resource) => [resource.id, resource]))
    return wanted.flatMap((id) => found.get(id) ?? [])
  }

  /** Returns the resources of a chapter by its 1-based number, year descending. One query. */
  async function listChapter(track: TrackCode, theme: string, chapterNumber: number): Promise<ChapterItem[]> {
    const items = await queryAll(table, {
      IndexName: chapterIndex.name,
      KeyConditionExpression: 'gsi2pk = :chapter',
      ExpressionAttributeValues: { ':chapter': chapterPartition(track, theme, chapterNumber) },
      ScanIndexForward: false,
    })
    return items.map((item) => parseItem(ChapterItem, item))
  }

  /** Returns the free videos, newest first. One query: a teacher has a few dozen. */
  async function listFreeVideos(): Promise<VideoItem[]> {
    const items = await queryAll(table, {
      IndexName: sparse.name,
      KeyConditionExpression: 'gsi3pk = :videos',
      ExpressionAttributeValues: { ':videos': FREE_VIDEOS },
      ScanIndexForward: false,
    })
    return items.map((item) => parseItem(VideoItem, item))
  }

  /**
   * Returns a page of all resources, newest first, or of those that a search and `readShown` find; `total` counts the
   * same. {@link listByAge} tells what it costs.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  async function listNewest(
    query: PageQuery & { search?: string },
    readShown?: () => Promise<(id: string) => boolean>,
  ): Promise<Page<Resource> & { total: number }> {
    const list = readShown ? { ...dashboardList, readShown } : dashboardList
    const [{ found, ...page }, all] = await Promise.all([
      listByAge(table, list, query),
      counters.countResources(),
    ])
    return { ...page, total: found ?? all }
  }

  /** Returns a page of all resources, newest first. One query and one batch. */
  async function listPage(query: PageQuery): Promise<Page<Resource>> {
    const { items, nextCursor } = await listByAge(table, dashboardList, query)
    return { items, nextCursor }
  }

  /** Returns every resource, newest first. One query and one batch for every hundred. */
  async function listAll(): Promise<Resource[]> {
    const all: Resource[] = []
    let cursor: string | undefined
    do {
      const { items, nextCursor } = await listPage({ limit: READ_BATCH_SIZE, cursor })
      all.push(...items)
      cursor = nextCursor ?? undefined
    } while (cursor !== undefined)
    return all
  }

  /**
   * Adds a resource. It is overtaken when its id is taken.
   * @param others changes that belong to it
   */
  function add(
    resource: Resource,
    entry: AuditEntry,
    ...others: readonly TransactionPart[]
  ): Promise<WriteResult> {
    return writeBatch([{ before: null, after: resource }], [entry], others)
  }

  /** Puts a resource in place of what was read. */
  function replace(before: Resource, after: Resource, entry: AuditEntry): Promise<WriteResult> {
    return writeBatch([{ before, after }], [entry])
  }

  function remove(resource: Resource, entry: AuditEntry): Promise<WriteResult> {
    return writeTogether(table, [
      deletePart(table, resourceItem(resource)),
      resourceCountingPart(table, -1),
      ...auditParts(table, entry),
    ])
  }

  /** Writes at most {@link MAX_CHANGES} changes as one, with their audit entries. */
  function writeBatch(
    changes: readonly ResourceChange[],
    entries: readonly AuditEntry[],
    others: readonly TransactionPart[] = [],
  ): Promise<WriteResult> {
    const added = changes.filter(({ before }) => before === null).length
    return writeTogether(table, [
      ...changes.map(writePart),
      ...(added > 0 ? [resourceCountingPart(table, added)] : []),
      ...freedPart(table, changes, entries.at(-1)),
      ...auditParts(table, ...entries),
      ...others,
    ])
  }

  function writePart({ before, after }: ResourceChange): TransactionPart {
    if (before === null) return putPart(table, resourceItem(after))
    // The check of documents may have stored the size of the earlier file since `before` was read.
    const overwritten = before.version === after.version ? [] : ['size', 'pages']
    return updatePart(table, resourceItem(before), resourceItem(after), overwritten)
  }

  /** Writes resources over existing ones, for seeding; new ones are counted. */
  async function putAll(resources: readonly Resource[]): Promise<void> {
    const there = await readExisting(
      table,
      resources.map(({ id }) => resourceKey(id)),
    )
    await putMany(table, resources.map(resourceItem))
    const added = resources.length - there.length
    if (added > 0) await counters.addResources(added)
  }

  return {
    find,
    findMany,
    listChapter,
    listFreeVideos,
    listNewest,
    listPage,
    listAll,
    add,
    replace,
    remove,
    writeBatch,
    putAll,
  }
}

export type Resources = ReturnType<typeof createResources>
