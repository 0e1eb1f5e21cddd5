import * as v from 'valibot'
import { ManagedResource, ResourceInput } from '../../domain/documents/document-input.ts'
import { choice, DocumentId, SAMPLE_DOCUMENT_ID } from '../../entities/fields.ts'
import { getChapter, listVideos } from '../catalogue.ts'
import { route } from '../define-route.ts'
import { CsvPage, Cursor, Flag, Limit, pageOf, Search } from '../query.ts'
import { sampleImport, sampleResourceInput } from '../samples.ts'
import { getOverview } from './overview.ts'

const ofResource = {
  access: 'owner',
  params: v.object({ id: DocumentId }),
  errors: ['NOT_FOUND', 'CONFLICT'],
} as const

export const resourceStateLabels = { broken: 'Document en défaut', unopened: 'Jamais ouvert depuis un an' }
const ResourceState = choice(resourceStateLabels)
export type ResourceState = v.InferOutput<typeof ResourceState>

/**
 * Newest first, or those in a state. `search` finds each of its words in title, chapter, year, or the track's code or
 * label, as any part of a word and without accents. `total` counts all pages of the list.
 */
export const listResources = route('GET /api/admin/resources', {
  access: 'owner',
  query: v.object({ search: Search, state: v.optional(ResourceState), limit: Limit, cursor: Cursor }),
  response: v.object({ ...pageOf(ManagedResource).entries, total: v.number() }),
})

export const addResource = route('POST /api/admin/resources', {
  access: 'owner',
  body: ResourceInput,
  response: ManagedResource,
  status: 201,
  invalidates: [listResources, getChapter, listVideos, getOverview],
  sample: { body: sampleResourceInput },
})

export const getResource = route('GET /api/admin/resources/{id}', {
  ...ofResource,
  response: ManagedResource,
  errors: ['NOT_FOUND'],
  sample: { params: { id: SAMPLE_DOCUMENT_ID } },
})

export const updateResource = route('PUT /api/admin/resources/{id}', {
  ...ofResource,
  body: ResourceInput,
  response: ManagedResource,
  invalidates: [getChapter, listVideos],
  sample: { params: { id: SAMPLE_DOCUMENT_ID }, body: sampleResourceInput },
})

export const deleteResource = route('DELETE /api/admin/resources/{id}', {
  ...ofResource,
  status: 204,
  invalidates: [listResources, getChapter, listVideos, getOverview],
  sample: { params: { id: SAMPLE_DOCUMENT_ID } },
})

export const ImportedLine = v.object({
  line: v.number(),
  outcome: v.picklist(['created', 'updated', 'unchanged', 'refused']),
  errors: v.array(v.object({ path: v.string(), message: v.string() })),
})

/** The answer to an import. `nextLine` is the line from which the caller sends the rest, null when all is done. */
export const ImportAnswer = v.object({ lines: v.array(ImportedLine), nextLine: v.nullable(v.number()) })

/**
 * CSV with a header line. A call works for some seconds; a line may be sent again without effect. A file of many
 * quotation marks must be smaller than `maxBodyBytes`, since they count twice in the JSON that Lambda gets.
 */
export const csvImport = {
  access: 'owner',
  query: v.object({ dryRun: Flag }),
  body: v.string(),
  csv: ['body'],
  response: ImportAnswer,
  maxBodyBytes: 5 * 1024 * 1024,
  isLong: true,
} as const

/**
 * In the format of the import, as many lines as one answer contains. The header `X-Next-Cursor` names the next page,
 * which is a CSV file, too.
 */
export const csvExport = {
  access: 'owner',
  query: v.object({ cursor: Cursor }),
  response: CsvPage,
  csv: ['response'],
  isLong: true,
} as const

export const importResources = route('POST /api/admin/resources/import', {
  ...csvImport,
  invalidates: [listResources, getChapter, listVideos, getOverview],
  sample: { body: sampleImport },
})

export const exportResources = route('GET /api/admin/resources/export', csvExport)
