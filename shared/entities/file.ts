import * as v from 'valibot'
import { orNull, Timestamp } from './fields.ts'

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
  /** Bytes; of a prepared PDF those of its pictures and text. */
  size: orNull(v.number()),
  pages: orNull(v.number()),
})
export type DocumentSize = v.InferOutput<typeof DocumentSize>

/**
 * `missing` may also be a file that is not shared with the service account: Drive does not distinguish them. `trashed`:
 * in Drive's bin. `not-downloadable`: its owner forbids downloads, or its quota is exhausted. `unreadable`: a PDF that
 * is damaged, has no page or a password, or is too large. `refused`: Drive knows the file and does not give its bytes:
 * it was reported, or a rule of its owner's organisation forbids it.
 */
const DOCUMENT_FAULTS = [
  'missing',
  'trashed',
  'wrong-type',
  'empty',
  'not-downloadable',
  'unreadable',
  'unplayable',
  'refused',
] as const
export const DocumentFault = v.picklist(DOCUMENT_FAULTS)
export type DocumentFault = v.InferOutput<typeof DocumentFault>

export const BrokenDocument = v.object({
  id: v.string(),
  title: v.string(),
  fault: DocumentFault,
  /** More about the fault, in French: the codec of a video, what is wrong with a PDF. */
  detail: orNull(v.string()),
  /** The first time that it was found broken. */
  since: Timestamp,
})
export type BrokenDocument = v.InferOutput<typeof BrokenDocument>

export const FileContent = v.object({
  ...DocumentSize.entries,
  /** Digest of the bytes of a PDF, once it is prepared (entities/prepared-document.ts). */
  digest: orNull(v.string()),
  /** Drive's name for the content that was read: changes with each new content of the file. */
  source: orNull(v.string()),
  /** Why that content cannot be shown; null when it can, or is not known yet. */
  fault: orNull(DocumentFault),
  faultDetail: orNull(v.string()),
})
export type FileContent = v.InferOutput<typeof FileContent>

export const UNKNOWN_CONTENT: FileContent = {
  size: null,
  pages: null,
  digest: null,
  source: null,
  fault: null,
  faultDetail: null,
}

export const contentFields = Object.keys(UNKNOWN_CONTENT) as (keyof FileContent)[]

/** A well-formed Drive id that leads nowhere. */
export const SAMPLE_DRIVE_ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz012345'
