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
  /** Bytes; of a prepared PDF those of its pictures and text, which reading it fetches. */
  size: orNull(v.number()),
  /** Pages of a PDF. */
  pages: orNull(v.number()),
})
export type DocumentSize = v.InferOutput<typeof DocumentSize>

/**
 * The reason why a document's file cannot be delivered.
 * - `missing`: there is no such file, or it is not shared with the service account: Drive does not distinguish them.
 * - `trashed`: it is in Drive's bin.
 * - `wrong-type`: it is of another type than the document (a PDF, a video).
 * - `empty`: it has no bytes.
 * - `not-downloadable`: its owner forbids downloads, or the file's download quota is exhausted.
 * - `unreadable`: a PDF that is damaged, has no page or a password, or is larger than what is prepared.
 * - `unplayable`: a video that browsers do not play.
 * - `refused`: Drive knows the file and does not give its bytes: it was reported, its download quota is exhausted, or a
 *   rule of its owner's organisation forbids it.
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
