import { findTrack, type TrackCode } from '#shared/catalogue/tracks.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import type { AuditEntry } from '#shared/entities/audit-entry.ts'
import { contentFields } from '#shared/entities/file.ts'
import {
  ChapterItem,
  isAvailable,
  Resource,
  searchedResourceFields,
  VideoItem,
} from '#shared/entities/resource.ts'
import { writeAudited } from './audit.ts'
import { createCounters, resourceCountingPart } from './counters.ts'
import { chapterPartition, FREE_VIDEOS, RESOURCES, resourceIndexKeys, resourceKey } from './keys.ts'
import { freedParts } from './notices.ts'
import type { Table } from './table/client.ts'
import { kind } from './table/kind.ts'
import { type IsShown, type ListByAge, listByAge, listCounted } from './table/list-by-age.ts'
import { listPartition, type Page, type PageQuery, readAll } from './table/query.ts'
import { READ_BATCH_SIZE, readExisting } from './table/read.ts'
import { tableShape } from './table/table-shape.ts'
import { putPart, removePart, type TransactionPart, updatePart } from './table/transaction.ts'
import type { WriteResult } from './table/write.ts'

/** `before` is the state that was read, null for a new resource. */
export type ResourceChange = { before: Resource | null; after: Resource }

/** A transaction takes 100 writes and 4 MB, also for the counters, a notice and the entries of the log. */
export const MAX_CHANGES = 80

/** The index of chapters carries {@link ChapterItem}, the one of free videos {@link VideoItem} (table-shape.ts). */
export const resourceKind = kind({
  schema: Resource,
  key: resourceKey,
  id: ({ id }) => id,
  derived: (resource) => ({
    ...resourceIndexKeys(resource),
    searchText: foldText(
      [...searchedResourceFields.map((field) => resource[field]), findTrack(resource.track).label].join(' '),
    ),
    available: isAvailable(resource),
  }),
})

const dashboardList: ListByAge<Resource> = { kind: resourceKind, partition: RESOURCES }

function createResourceLists(table: Table) {
  const { chapter: chapterIndex, sparse } = tableShape.indexes
  const { countResources } = createCounters(table)

  function listChapter(track: TrackCode, theme: string, chapterNumber: number): Promise<ChapterItem[]> {
    const partition = chapterPartition(track, theme, chapterNumber)
    return listPartition(table, ChapterItem, { index: chapterIndex, partition, isDescending: true })
  }

  const listFreeVideos = () =>
    listPartition(table, VideoItem, { index: sparse, partition: FREE_VIDEOS, isDescending: true })

  /** Newest first, or those that a search and `readShown` find; `total` counts the same. */
  function listNewest(
    query: PageQuery & { search?: string },
    readShown?: () => Promise<IsShown>,
  ): Promise<Page<Resource> & { total: number }> {
    const list = readShown ? { ...dashboardList, readShown } : dashboardList
    return listCounted(table, list, query, countResources)
  }

  const listPage = (query: PageQuery) => listByAge(table, dashboardList, query)

  const listAll = () => readAll((cursor) => listPage({ limit: READ_BATCH_SIZE, cursor }))

  return { listChapter, listFreeVideos, listNewest, listPage, listAll }
}

export function createResources(table: Table) {
  const counters = createCounters(table)

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
    if (before === null) return putPart(table, resourceKind.item(after))
    // What was found out about the earlier file may have been stored since `before` was read.
    const overwritten = before.version === after.version ? [] : contentFields
    return updatePart(table, resourceKind, { before, after }, overwritten)
  }

  async function putAll(resources: readonly Resource[]): Promise<void> {
    const keys = resources.map(({ id }) => resourceKey(id))
    const there = await readExisting(table, keys)
    await resourceKind.putAll(table, resources)
    const added = resources.length - there.length
    if (added > 0) await counters.addResources(added)
  }

  return {
    find: (id: string) => resourceKind.find(table, id),
    findMany: (ids: readonly string[]) => resourceKind.findMany(table, ids),
    ...createResourceLists(table),
    add: (resource: Resource, entry: AuditEntry, ...others: readonly TransactionPart[]) =>
      writeBatch([{ before: null, after: resource }], [entry], others),
    replace: (before: Resource, after: Resource, entry: AuditEntry) =>
      writeBatch([{ before, after }], [entry]),
    remove: (resource: Resource, entry: AuditEntry) => {
      const removal = removePart(table, resourceKind.item(resource))
      return writeAudited(table, entry, removal, resourceCountingPart(table, -1))
    },
    writeBatch,
    putAll,
  }
}
