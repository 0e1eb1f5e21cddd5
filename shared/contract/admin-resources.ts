import * as v from 'valibot'
import { findTheme, THEME_SLUGS } from '../catalogue/themes.ts'
import { isAtGoogle, parseDriveReference, parseFileReference } from '../domain/drive-reference.ts'
import { FILE_TYPES, RESOURCE_TYPES } from '../domain/resource.ts'
import { validationMessages as texts } from '../messages/validation.ts'
import {
  Cursor,
  DocumentId,
  ExamSession,
  Flag,
  freeText,
  isWhole,
  Limit,
  pageOf,
  requiredText,
  Search,
  Timestamp,
  TrackCode,
  Year,
} from './fields.ts'
import { route } from './route.ts'
import { sampleResource, sampleResourceCsv } from './samples.ts'

const fields = {
  title: requiredText(200),
  description: v.optional(freeText(2_000), ''),
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
        v.check(isWhole, texts.url),
        // Everyone is told this address: Drive's would name the file, and its host (decision D21).
        v.check((text) => !isAtGoogle(text), texts.pictureInDrive),
      ),
    ),
    null,
  ),
  /** Captions of a video (WebVTT) as a Drive reference; null: none. */
  captions: v.optional(
    v.nullable(
      v.pipe(
        v.string(texts.driveFile),
        v.trim(),
        v.check((text) => parseDriveReference(text) !== null, texts.driveFile),
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
      ({ track, theme, chapter }) => findTheme(track, theme)?.chapters.includes(chapter) ?? false,
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

/**
 * Newest first; `search` looks for the beginnings of words in title, chapter, year and track, without accents. A page of
 * found resources is newest first in itself. `total` counts every resource, without a search.
 */
export const listResources = route({
  method: 'GET',
  path: '/api/admin/resources',
  access: 'owner',
  capability: 'admin',
  query: v.object({ search: Search, limit: Limit, cursor: Cursor }),
  response: v.object({ ...pageOf(ManagedResource).entries, total: v.number() }),
})

export const addResource = route({
  method: 'POST',
  path: '/api/admin/resources',
  access: 'owner',
  capability: 'admin',
  body: ResourceInput,
  response: ManagedResource,
  status: 201,
  sample: { body: { ...sampleResource, title: 'Corrigé : Ondes mécaniques - 2024' } },
})

export const getResource = route({
  method: 'GET',
  path: '/api/admin/resources/{id}',
  access: 'owner',
  capability: 'admin',
  params,
  response: ManagedResource,
  errors: ['NOT_FOUND'],
  sample: { params: { id: sampleResource.id } },
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
  sample: {
    params: { id: sampleResource.id },
    body: { ...sampleResource, title: 'Énoncé et corrigé : Ondes mécaniques - 2024' },
  },
})

export const deleteResource = route({
  method: 'DELETE',
  path: '/api/admin/resources/{id}',
  access: 'owner',
  capability: 'admin',
  params,
  status: 204,
  errors: ['NOT_FOUND', 'CONFLICT'],
  sample: { params: { id: sampleResource.id } },
})

/** Outcome of one line of an import. */
export const ImportedLine = v.object({
  line: v.number(),
  outcome: v.picklist(['created', 'updated', 'unchanged', 'refused']),
  errors: v.array(v.object({ path: v.string(), message: v.string() })),
})

/**
 * CSV in, a report per line out (D29). With a header line; `;` or `,` between fields. A call works for some seconds;
 * `nextLine` is the line from which the caller sends the rest, null when all is done. Sending a line again does no harm.
 */
export const importResources = route({
  method: 'POST',
  path: '/api/admin/resources/import',
  access: 'owner',
  capability: 'admin',
  query: v.object({ dryRun: Flag }),
  body: v.string(),
  csv: ['body'],
  response: v.object({ lines: v.array(ImportedLine), nextLine: v.nullable(v.number()) }),
  maxBodyBytes: IMPORT_MAX_BYTES,
  isLong: true,
  sample: { body: sampleResourceCsv },
})

/** Every resource in the format that the import reads. */
export const exportResources = route({
  method: 'GET',
  path: '/api/admin/resources/export',
  access: 'owner',
  capability: 'admin',
  response: v.string(),
  csv: ['response'],
  isLong: true,
})
