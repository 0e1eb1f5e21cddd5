import type { DocumentFault } from '../../entities/broken-document.ts'
import type { FileType } from '../../entities/resource.ts'

/** Kind of a file: a document itself, or the captions (WebVTT) of a video. */
export type ContentKind = FileType | 'captions'

/** Media types of each kind. Uploads by programs often have none. */
const TYPES: Record<ContentKind, RegExp> = {
  pdf: /^application\/(?:x-)?pdf$/,
  video: /^(?:video\/[\w.+-]+|application\/mp4)$/,
  captions: /^text\/(?:vtt|plain)$/,
}
const NO_TYPE = /^(?:(?:application|binary)\/octet-stream)?$/

/** Returns false only for a media type that clearly is of another kind. */
export function canBe(kind: ContentKind, mimeType: string): boolean {
  return TYPES[kind].test(mimeType) || NO_TYPE.test(mimeType)
}

/** A file as its source describes it; `size` is null for one that cannot be downloaded, such as a folder. */
export type SourceFile = { mimeType: string; size: number | null; isTrashed: boolean; canDownload: boolean }

/** Returns the fault of a file that is to be of a kind, or null. */
export function documentFault(
  { mimeType, size, isTrashed, canDownload }: SourceFile,
  kind: ContentKind,
): DocumentFault | null {
  if (isTrashed) return 'trashed'
  if (!canBe(kind, mimeType)) return 'wrong-type'
  if (size === 0 || size === null) return 'empty'
  return canDownload ? null : 'not-downloadable'
}
