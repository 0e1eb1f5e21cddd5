import * as v from 'valibot'
import { THEME_SLUGS } from '#shared/catalogue/themes.ts'
import { EXAM_SESSIONS, TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { FILE_TYPES, RESOURCE_TYPES, type Resource } from '#shared/entities/resource.ts'
import type { Table } from './client.ts'
import { createCounters } from './counters.ts'
import { storedWeight } from './file-item.ts'
import { chapterPartition, FREE_VIDEOS, resourceKey } from './keys.ts'
import { type Lookup, parseItem, queryAll, readExisting, readOne } from './read.ts'
import { parseResource, resourceItem, resourceSearchKeys, withSession } from './resource-item.ts'
import { tableShape } from './table-shape.ts'
import { putMany } from './write.ts'

const shared = {
  id: v.string(),
  title: v.string(),
  year: v.string(),
  examSession: v.picklist(EXAM_SESSIONS),
}

const StoredInChapter = v.object({
  ...shared,
  resourceType: v.picklist(RESOURCE_TYPES),
  type: v.picklist(FILE_TYPES),
  isFree: v.boolean(),
  available: v.boolean(),
  ...storedWeight,
})

const StoredFreeVideo = v.object({
  ...shared,
  description: v.string(),
  track: v.picklist(TRACK_CODES),
  theme: v.picklist(THEME_SLUGS),
  chapter: v.string(),
  thumbnail: v.nullable(v.string()),
  createdAt: v.string(),
})

/** A resource in its chapter: all that everyone may know. */
export type ChapterResource = Pick<
  Resource,
  'id' | 'title' | 'year' | 'session' | 'resourceType' | 'type' | 'isFree' | 'size' | 'pages'
> & { available: boolean }

export type FreeVideo = Pick<
  Resource,
  | 'id'
  | 'title'
  | 'description'
  | 'track'
  | 'theme'
  | 'chapter'
  | 'year'
  | 'session'
  | 'thumbnail'
  | 'createdAt'
>

/** DynamoDB reads at most 100 items a batch. */
const READ_SIZE = 100

/** A resource with its file; null where there is none. */
export function resourceLookup(id: string): Lookup<Resource | null> {
  return {
    key: resourceKey(id),
    parse: (item) => (item ? parseResource(item) : null),
  }
}

/** The documents of chapters. */
export function createResources(table: Table) {
  const { chapter: chapterIndex, sparse } = tableShape.indexes

  /** One resource with its file, as last written. */
  async function find(id: string): Promise<Resource | null> {
    return readOne(table, resourceLookup(id))
  }

  /** The resources of a chapter by its 1-based number, year descending. One query. */
  async function listChapter(
    track: TrackCode,
    theme: string,
    chapterNumber: number,
  ): Promise<ChapterResource[]> {
    const items = await queryAll(table, {
      IndexName: chapterIndex.name,
      KeyConditionExpression: 'gsi2pk = :chapter',
      ExpressionAttributeValues: { ':chapter': chapterPartition(track, theme, chapterNumber) },
      ScanIndexForward: false,
    })
    return items.map((item) => withSession(parseItem(StoredInChapter, item)))
  }

  /** The free videos, newest first. One query: there are as many as a teacher records. */
  async function listFreeVideos(): Promise<FreeVideo[]> {
    const items = await queryAll(table, {
      IndexName: sparse.name,
      KeyConditionExpression: 'gsi3pk = :videos',
      ExpressionAttributeValues: { ':videos': FREE_VIDEOS },
      ScanIndexForward: false,
    })
    return items.map((item) => withSession(parseItem(StoredFreeVideo, item)))
  }

  /** Writes many resources over whatever is there, for seeding; those that were not there are counted. */
  async function putAll(resources: readonly Resource[]): Promise<void> {
    const added = await countMissing(resources.map(({ id }) => id))
    await putMany(table, resources.flatMap(resourceSearchKeys))
    await putMany(table, resources.map(resourceItem))
    if (added > 0) await createCounters(table).addResources(added)
  }

  async function countMissing(ids: readonly string[]): Promise<number> {
    let missing = 0
    for (let start = 0; start < ids.length; start += READ_SIZE) {
      const keys = ids.slice(start, start + READ_SIZE).map(resourceKey)
      missing += keys.length - (await readExisting(table, keys)).length
    }
    return missing
  }

  return { find, listChapter, listFreeVideos, putAll }
}

export type Resources = ReturnType<typeof createResources>
