import * as v from 'valibot'
import { orNull, Timestamp } from './fields.ts'

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
