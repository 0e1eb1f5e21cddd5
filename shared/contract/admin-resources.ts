import * as v from 'valibot'
import { THEME_SLUGS, themeOf } from '../catalogue/themes.ts'
import { parseFileReference } from '../domain/drive-reference.ts'
import { FILE_TYPES, RESOURCE_TYPES } from '../domain/resource.ts'
import { validationMessages as texts } from '../messages/validation.ts'
import {
  Cursor,
  DocumentId,
  ExamSession,
  Flag,
  Limit,
  pageOf,
  Search,
  Timestamp,
  TrackCode,
  Year,
} from './fields.ts'
import { route } from './route.ts'

const fields = {
  title: v.pipe(
    v.string(texts.required),
    v.trim(),
    v.nonEmpty(texts.required),
    v.maxLength(200, texts.tooLong),
  ),
  description: v.optional(v.pipe(v.string(), v.trim(), v.maxLength(2_000, texts.tooLong)), ''),
  track: TrackCode,
  theme: v.picklist(THEME_SLUGS, texts.theme),
  chapter: v.pipe(v.string(texts.chapter), v.trim()),
  year: Year,
  session: ExamSession,
  resourceType: v.picklist(RESOURCE_TYPES, texts.choice),
  type: v.picklist(FILE_TYPES, texts.choice),
  file: v.pipe(v.string(texts.driveFile), v.trim(), v.nonEmpty(texts.driveFile)),
  isFree: v.boolean(texts.boolean),
  thumbnail: v.optional(
    v.nullable(
      v.pipe(
        v.string(),
        v.url(texts.url),
        v.startsWith('https://', texts.url),
        v.maxLength(500, texts.tooLong),
      ),
    ),
    null,
  ),
}

/** A resource as the form sends it: the chapter must be one that the track teaches, the file must be readable. */
export const ResourceInput = v.pipe(
  v.object(fields),
  v.forward(
    v.check(
      ({ track, theme, chapter }) => themeOf(track, theme)?.chapters.includes(chapter) ?? false,
      texts.chapter,
    ),
    ['chapter'],
  ),
  v.forward(
    v.check(
      ({ file, isFree, type }) =>
        parseFileReference(file, { isFreeVideo: isFree && type === 'video' }) !== null,
      texts.driveFile,
    ),
    ['file'],
  ),
)
export type ResourceInput = v.InferOutput<typeof ResourceInput>

/** A resource as the owner sees it; `file` as stored. */
export const ManagedResource = v.object({
  ...fields,
  id: v.string(),
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type ManagedResource = v.InferOutput<typeof ManagedResource>

const params = v.object({ id: DocumentId })
const IMPORT_MAX_BYTES = 5 * 1024 * 1024

/** Newest first; `search` looks through title, chapter, year and track. */
export const listResources = route({
  method: 'GET',
  path: '/api/admin/resources',
  access: 'owner',
  capability: 'admin',
  query: v.object({ search: Search, limit: Limit, cursor: Cursor }),
  response: pageOf(ManagedResource),
})

export const addResource = route({
  method: 'POST',
  path: '/api/admin/resources',
  access: 'owner',
  capability: 'admin',
  body: ResourceInput,
  response: ManagedResource,
  status: 201,
})

export const getResource = route({
  method: 'GET',
  path: '/api/admin/resources/{id}',
  access: 'owner',
  capability: 'admin',
  params,
  response: ManagedResource,
  errors: ['NOT_FOUND'],
})

export const updateResource = route({
  method: 'PUT',
  path: '/api/admin/resources/{id}',
  access: 'owner',
  capability: 'admin',
  params,
  body: ResourceInput,
  response: ManagedResource,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

export const deleteResource = route({
  method: 'DELETE',
  path: '/api/admin/resources/{id}',
  access: 'owner',
  capability: 'admin',
  params,
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
})

/** Outcome of one line of an import. */
export const ImportedLine = v.object({
  line: v.number(),
  outcome: v.picklist(['created', 'updated', 'unchanged', 'refused']),
  errors: v.array(v.object({ path: v.string(), message: v.string() })),
})

/** CSV in, a report per line out (D29). */
export const importResources = route({
  method: 'POST',
  path: '/api/admin/resources/import',
  access: 'owner',
  capability: 'admin',
  query: v.object({ dryRun: Flag }),
  body: v.string(),
  response: v.object({ lines: v.array(ImportedLine) }),
  maxBodyBytes: IMPORT_MAX_BYTES,
})

/** Every resource in the format that the import reads. */
export const exportResources = route({
  method: 'GET',
  path: '/api/admin/resources/export',
  access: 'owner',
  capability: 'admin',
  response: v.string(),
})
