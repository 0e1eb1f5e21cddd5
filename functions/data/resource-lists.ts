import { findTrack, type TrackCode } from '#shared/catalogue/tracks.ts'
import { foldText } from '#shared/domain/fold-text.ts'
import {
  ChapterItem,
  isAvailable,
  Resource,
  searchedResourceFields,
  VideoItem,
} from '#shared/entities/resource.ts'
import { createCounters } from './counters.ts'
import { chapterPartition, FREE_VIDEOS, RESOURCES, resourceIndexKeys, resourceKey } from './keys.ts'
import type { Table } from './table/client.ts'
import type { Page, PageQuery } from './table/cursor.ts'
import { kind } from './table/kind.ts'
import { type IsShown, type ListByAge, listByAge, listCounted } from './table/list-by-age.ts'
import { listPartition } from './table/query.ts'
import { READ_BATCH_SIZE } from './table/read.ts'
import { tableShape } from './table/table-shape.ts'

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

/** Lists the documents of chapters, for pages and for the dashboard. */
export function createResourceLists(table: Table) {
  const { chapter: chapterIndex, sparse } = tableShape.indexes
  const { countResources } = createCounters(table)

  /** Returns the resources of a chapter by its 1-based number, year descending. */
  function listChapter(track: TrackCode, theme: string, chapterNumber: number): Promise<ChapterItem[]> {
    const partition = chapterPartition(track, theme, chapterNumber)
    return listPartition(table, ChapterItem, { index: chapterIndex, partition, isDescending: true })
  }

  /** Returns the free videos, newest first: a teacher has a few dozen. */
  const listFreeVideos = () =>
    listPartition(table, VideoItem, { index: sparse, partition: FREE_VIDEOS, isDescending: true })

  /**
   * Returns a page of all resources, newest first, or of those that a search and `readShown` find; `total` counts the
   * same. {@link listCounted} tells what it costs.
   * @throws DomainError INVALID_REQUEST when the cursor is not one of this list's
   */
  function listNewest(
    query: PageQuery & { search?: string },
    readShown?: () => Promise<IsShown>,
  ): Promise<Page<Resource> & { total: number }> {
    const list = readShown ? { ...dashboardList, readShown } : dashboardList
    return listCounted(table, list, query, countResources)
  }

  /** Returns a page of all resources, newest first, without their number. */
  const listPage = (query: PageQuery) => listByAge(table, dashboardList, query)

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

  return { listChapter, listFreeVideos, listNewest, listPage, listAll }
}
