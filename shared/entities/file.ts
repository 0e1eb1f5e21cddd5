import * as v from 'valibot'
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

/** Size of a document; null until the check of documents has read its file. */
export const DocumentSize = v.object({
  /** Bytes. */
  size: orNull(v.number()),
  /** Pages of a PDF. */
  pages: orNull(v.number()),
})
export type DocumentSize = v.InferOutput<typeof DocumentSize>

export const UNKNOWN_SIZE: DocumentSize = { size: null, pages: null }

/** A well-formed Drive id that leads nowhere. */
export const SAMPLE_DRIVE_ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345'
