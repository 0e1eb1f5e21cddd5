import { GetCommand } from '@aws-sdk/lib-dynamodb'
import * as v from 'valibot'
import { EXAM_SESSIONS, TRACK_CODES, type TrackCode } from '#shared/catalogue/tracks.ts'
import { FILE_TYPES, isAvailable, RESOURCE_TYPES, type Resource } from '#shared/domain/resource.ts'
import { attempt } from './attempt.ts'
import type { Table } from './client.ts'
import { StoredFile, storedFile } from './file-item.ts'
import { chapterPartition, FREE_VIDEOS, resourceIndexKeys, resourceKey } from './keys.ts'
import { parseItem, queryAll } from './read.ts'
import { tableShape } from './table-shape.ts'
import { putMany } from './write.ts'

const shared = {
  id: v.string(),
  title: v.string(),
  year: v.string(),
  examSession: v.picklist(EXAM_SESSIONS),
}

const StoredResource = v.object({
  ...shared,
  description: v.string(),
  track: v.picklist(TRACK_CODES),
  theme: v.string(),
  chapter: v.string(),
  resourceType: v.picklist(RESOURCE_TYPES),
  type: v.picklist(FILE_TYPES),
  file: StoredFile,
  isFree: v.boolean(),
  thumbnail: v.nullable(v.string()),
  version: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
})

const StoredInChapter = v.object({
  ...shared,
  resourceType: v.picklist(RESOURCE_TYPES),
  type: v.picklist(FILE_TYPES),
  isFree: v.boolean(),
  available: v.boolean(),
})

const StoredFreeVideo = v.object({
  ...shared,
  description: v.string(),
  track: v.picklist(TRACK_CODES),
  theme: v.string(),
  chapter: v.string(),
  thumbnail: v.nullable(v.string()),
  createdAt: v.string(),
})

/** A resource in its chapter: all that everyone may know. */
export type ChapterResource = Pick<
  Resource,
  'id' | 'title' | 'year' | 'session' | 'resourceType' | 'type' | 'isFree'
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

/** The documents of chapters. */
export function resourcesOf(table: Table) {
  const { client, name } = table
  const { chapter: chapterIndex, freeVideos } = tableShape.indexes

  /** One resource with its file, as last written. */
  async function find(id: string): Promise<Resource | null> {
    const { Item } = await attempt(() =>
      client.send(new GetCommand({ TableName: name, Key: resourceKey(id), ConsistentRead: true })),
    )
    return Item ? withSession(parseItem(StoredResource, Item)) : null
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
      IndexName: freeVideos.name,
      KeyConditionExpression: 'gsi3pk = :videos',
      ExpressionAttributeValues: { ':videos': FREE_VIDEOS },
      ScanIndexForward: false,
    })
    return items.map((item) => withSession(parseItem(StoredFreeVideo, item)))
  }

  /** Writes many resources over whatever is there, for seeding. */
  async function putAll(resources: readonly Resource[]): Promise<void> {
    await putMany(table, resources.map(resourceItem))
  }

  return { find, listChapter, listFreeVideos, putAll }
}

export type Resources = ReturnType<typeof resourcesOf>

/** The exam session is stored under a name of its own: `session` is a user's lease (table-shape.ts). */
function resourceItem({ session, ...resource }: Resource): Record<string, unknown> {
  return {
    ...resourceKey(resource.id),
    ...resourceIndexKeys({ session, ...resource }),
    ...resource,
    file: storedFile(resource.file),
    examSession: session,
    available: isAvailable(resource),
  }
}

function withSession<Item extends { examSession: Resource['session'] }>({ examSession, ...item }: Item) {
  return { ...item, session: examSession }
}
