import * as v from 'valibot'
import { THEME_SLUGS } from '#shared/catalogue/themes.ts'
import { EXAM_SESSIONS, TRACK_CODES } from '#shared/catalogue/tracks.ts'
import { FILE_TYPES, isAvailable, RESOURCE_TYPES, type Resource } from '#shared/entities/resource.ts'
import { StoredDriveFile, StoredFile, storedDriveFile, storedFile, storedWeight } from './file-item.ts'
import { type ItemKey, resourceIndexKeys, resourceKey } from './keys.ts'
import { parseItem } from './read.ts'
import { searchKeys, wordSearch } from './search-entries.ts'

const StoredResource = v.object({
  id: v.string(),
  title: v.string(),
  year: v.string(),
  examSession: v.picklist(EXAM_SESSIONS),
  description: v.string(),
  track: v.picklist(TRACK_CODES),
  theme: v.picklist(THEME_SLUGS),
  chapter: v.string(),
  resourceType: v.picklist(RESOURCE_TYPES),
  type: v.picklist(FILE_TYPES),
  file: StoredFile,
  isFree: v.boolean(),
  thumbnail: v.nullable(v.string()),
  captions: v.optional(v.nullable(StoredDriveFile), null),
  ...storedWeight,
  version: v.string(),
  createdAt: v.string(),
  updatedAt: v.string(),
})

/** @throws Error when the item is not a resource */
export function parseResource(item: unknown): Resource {
  return withSession(parseItem(StoredResource, item))
}

/** The exam session is stored under a name of its own: `session` is a user's lease (table-shape.ts). */
export function resourceItem({ session, ...resource }: Resource): Record<string, unknown> {
  return {
    ...resourceKey(resource.id),
    ...resourceIndexKeys({ session, ...resource }),
    ...resource,
    file: storedFile(resource.file),
    captions: resource.captions && storedDriveFile(resource.captions),
    examSession: session,
    available: isAvailable(resource),
  }
}

/** An item with its exam session under the name that the domain gives it. */
export function withSession<Item extends { examSession: Resource['session'] }>({
  examSession,
  ...item
}: Item) {
  return { ...item, session: examSession }
}

/** What the dashboard's search looks through. */
export function searchTextOf({ title, chapter, year, track }: Resource): string {
  return `${title} ${chapter} ${year} ${track}`
}

/** The search entries that lead to a resource: at most 45. */
export function resourceSearchKeys(resource: Resource): ItemKey[] {
  return searchKeys(wordSearch, searchTextOf(resource), resource.id)
}
