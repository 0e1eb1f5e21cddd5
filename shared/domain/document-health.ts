import type { FileType } from './resource.ts'

/**
 * Why a document's file cannot be delivered.
 * - `missing`: Drive knows no such file, or has not shared it with the service account: it tells neither apart.
 * - `trashed`: it lies in Drive's bin.
 * - `wrong-type`: it is not what the document says it is (a PDF, a video).
 * - `empty`: it has no bytes.
 * - `not-downloadable`: its owner forbids downloads, or Drive has run into the file's download quota.
 */
export const DOCUMENT_FAULTS = ['missing', 'trashed', 'wrong-type', 'empty', 'not-downloadable'] as const
export type DocumentFault = (typeof DOCUMENT_FAULTS)[number]

/** What a file is to be: a document itself, or the captions (WebVTT) of a video. */
export type ContentKind = FileType | 'captions'

/** Types under which a file of each kind is stored; whoever uploads by a program often names none. */
const TYPES: Record<ContentKind, RegExp> = {
  pdf: /^application\/(?:x-)?pdf$/,
  video: /^(?:video\/[\w.+-]+|application\/mp4)$/,
  captions: /^text\/(?:vtt|plain)$/,
}
const NO_TYPE = /^(?:(?:application|binary)\/octet-stream)?$/

/** Whether a file of this media type can be of the kind. False only for what is clearly something else. */
export function canBe(kind: ContentKind, mimeType: string): boolean {
  return TYPES[kind].test(mimeType) || NO_TYPE.test(mimeType)
}

/** A file as its source describes it; `size` is null for what has no bytes to download, such as a folder. */
export type SourceFile = { mimeType: string; size: number | null; isTrashed: boolean; canDownload: boolean }

/** What is wrong with a file that is to be of a kind; null: nothing. */
export function faultOf({ mimeType, size, isTrashed, canDownload }: SourceFile, kind: ContentKind) {
  if (isTrashed) return 'trashed'
  if (!canBe(kind, mimeType)) return 'wrong-type'
  if (size === 0 || size === null) return 'empty'
  return canDownload ? null : 'not-downloadable'
}
