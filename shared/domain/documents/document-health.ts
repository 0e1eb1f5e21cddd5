import type { DocumentFault } from '../../entities/broken-document.ts'
import type { FileType } from '../../entities/resource.ts'

/** What a file is to be: a document itself, or the captions (WebVTT) of a video. */
export type ContentKind = FileType | 'captions'

/** Types under which a file of each kind is stored; uploads by programs often name none. */
const TYPES: Record<ContentKind, RegExp> = {
  pdf: /^application\/(?:x-)?pdf$/,
  video: /^(?:video\/[\w.+-]+|application\/mp4)$/,
  captions: /^text\/(?:vtt|plain)$/,
}
const NO_TYPE = /^(?:(?:application|binary)\/octet-stream)?$/

/** Returns whether a file of this media type can be of the kind. False only for what is clearly something else. */
export function canBe(kind: ContentKind, mimeType: string): boolean {
  return TYPES[kind].test(mimeType) || NO_TYPE.test(mimeType)
}

/** A file as its source describes it; `size` is null for what has no bytes to download, such as a folder. */
export type SourceFile = { mimeType: string; size: number | null; isTrashed: boolean; canDownload: boolean }

/** What is wrong with a file that is to be of a kind; null: nothing. */
export function documentFault(
  { mimeType, size, isTrashed, canDownload }: SourceFile,
  kind: ContentKind,
): DocumentFault | null {
  if (isTrashed) return 'trashed'
  if (!canBe(kind, mimeType)) return 'wrong-type'
  if (size === 0 || size === null) return 'empty'
  return canDownload ? null : 'not-downloadable'
}
