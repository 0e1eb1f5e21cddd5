import * as v from 'valibot'
import { DocumentFault } from './broken-document.ts'
import { orNull } from './fields.ts'

/** A file in Google Drive; `resourceKey` opens files that were shared by link before 2021. */
export const DriveReference = v.object({
  kind: v.literal('drive'),
  fileId: v.string(),
  resourceKey: v.exactOptional(v.string()),
})
export type DriveReference = v.InferOutput<typeof DriveReference>

/** The place of a document's bytes. `coming-soon`: announced, not there yet. `youtube`: free videos only. */
export const FileReference = v.union([
  DriveReference,
  v.object({ kind: v.literal('coming-soon') }),
  v.object({ kind: v.literal('youtube'), videoId: v.string() }),
])
export type FileReference = v.InferOutput<typeof FileReference>

/** Size of a document; null until its file was read. */
export const DocumentSize = v.object({
  /** Bytes; of a prepared PDF those of its pictures and text, which reading it fetches. */
  size: orNull(v.number()),
  /** Pages of a PDF. */
  pages: orNull(v.number()),
})
export type DocumentSize = v.InferOutput<typeof DocumentSize>

/** Findings of preparation and the check of documents about a file. */
export const FileContent = v.object({
  ...DocumentSize.entries,
  /** Digest of the bytes of a PDF, once it is prepared (entities/prepared-document.ts). */
  digest: orNull(v.string()),
  /** Drive's name for the content that was read: changes with each new content of the file. */
  source: orNull(v.string()),
  /** Why that content cannot be shown; null when it can, or is not known yet. */
  fault: orNull(DocumentFault),
  /** More about the fault, for owners. */
  faultDetail: orNull(v.string()),
})
export type FileContent = v.InferOutput<typeof FileContent>

export const contentFields = [
  'size',
  'pages',
  'digest',
  'source',
  'fault',
  'faultDetail',
] as const satisfies (keyof FileContent)[]

export const UNKNOWN_CONTENT: FileContent = {
  size: null,
  pages: null,
  digest: null,
  source: null,
  fault: null,
  faultDetail: null,
}

/** A well-formed Drive id that leads nowhere. */
export const SAMPLE_DRIVE_ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345'
