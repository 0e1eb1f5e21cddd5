import * as v from 'valibot'
import { INVALID_DRIVE_FILE } from '../../domain/documents/document-input.ts'
import { DriveAccess } from '../../entities/drive-access.ts'
import { Timestamp, validationMessages as texts } from '../../entities/fields.ts'
import { BrokenDocument, DocumentFault, SAMPLE_DRIVE_ID } from '../../entities/file.ts'
import { route } from '../define-route.ts'
import { Cursor } from '../query.ts'
import { sampleFolder } from '../samples.ts'
import { getOverview } from './overview.ts'

/** A document that readers cannot have; `openings` counts how often they tried since, in the last 30 days. */
const ListedBroken = v.object({ ...BrokenDocument.entries, openings: v.number() })
export type ListedBroken = v.InferOutput<typeof ListedBroken>

export const listBrokenDocuments = route('GET /api/admin/documents/broken', {
  access: 'owner',
  capability: 'documents',
  response: v.object({ items: v.array(ListedBroken), checkedAt: v.nullable(Timestamp) }),
})

export const checkDocuments = route('POST /api/admin/documents/checks', {
  access: 'owner',
  capability: 'documents',
  query: v.object({ cursor: Cursor }),
  response: v.object({ checked: v.number(), broken: v.number(), nextCursor: v.nullable(v.string()) }),
  errors: ['DOCUMENT_SOURCE_FAILED'],
  isLong: true,
  invalidates: [listBrokenDocuments, getOverview],
})

export const getDriveAccess = route('GET /api/admin/documents/access', {
  access: 'owner',
  capability: 'documents',
  response: DriveAccess,
})

const Reference = v.pipe(v.string(INVALID_DRIVE_FILE), v.trim(), v.maxLength(2_000, texts.tooLong))

/** A warning for the form: the file is opened. `unknown`: Drive did not answer, or the stage has no credentials. */
export const checkReference = route('GET /api/admin/documents/reference', {
  access: 'owner',
  capability: 'documents',
  query: v.object({ file: Reference, type: v.picklist(['pdf', 'video', 'captions'], texts.choice) }),
  response: v.object({
    outcome: v.picklist(['fine', 'unknown', ...DocumentFault.options]),
    name: v.nullable(v.string()),
    size: v.nullable(v.number()),
    detail: v.nullable(v.string()),
  }),
  sample: { query: { file: SAMPLE_DRIVE_ID, type: 'pdf' } },
})

/** `unusable`: it cannot be delivered, since it is a shortcut or a document in Google's own format. */
export const FolderFile = v.object({
  file: v.string(),
  name: v.string(),
  size: v.nullable(v.number()),
  unusable: v.nullable(v.picklist(['shortcut', 'google-document'])),
})
export type FolderFile = v.InferOutput<typeof FolderFile>

export const listFolder = route('GET /api/admin/documents/folder', {
  access: 'owner',
  capability: 'documents',
  query: v.object({
    folder: Reference,
    cursor: v.optional(v.pipe(v.string(), v.regex(/^[\w~!-]{1,2048}$/, texts.cursor))),
  }),
  response: v.object({ items: v.array(FolderFile), nextCursor: v.nullable(v.string()) }),
  errors: ['DOCUMENT_UNAVAILABLE', 'DOCUMENT_SOURCE_FAILED'],
  sample: { query: { folder: sampleFolder } },
})
