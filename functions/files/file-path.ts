import * as v from 'valibot'
import { DISPOSITIONS } from '#shared/contract/files.ts'

/** How a browser takes a file: as the document, shown or saved, or as the captions of a video. */
const USES = [...DISPOSITIONS, 'captions'] as const

/** What a signed path says: which version of which document, and what of it. */
export type FilePath = {
  documentId: string
  version: string
  use: (typeof USES)[number]
  fileName: string
}

const WORD = /^[\w-]{1,64}$/

const FilePathParts = v.strictTuple([
  v.literal(''),
  v.literal('files'),
  v.pipe(v.string(), v.regex(WORD)),
  v.pipe(v.string(), v.regex(WORD)),
  v.picklist(USES),
  v.pipe(v.string(), v.regex(/^[\w.-]{1,200}$/)),
])

/** `/files/{documentId}/{version}/{use}/{fileName}`: every part is plain ASCII and needs no escaping. */
export function filePath({ documentId, version, use, fileName }: FilePath): string {
  return `/files/${documentId}/${version}/${use}/${fileName}`
}

/** Reads a path from outside; null when it is not one of ours. */
export function parseFilePath(path: string): FilePath | null {
  const parsed = v.safeParse(FilePathParts, path.split('/'))
  if (!parsed.success) return null
  const [, , documentId, version, use, fileName] = parsed.output
  return { documentId, version, use, fileName }
}

/** 'Ondes-2019.mp4' → 'Ondes-2019.vtt' */
export function captionsName(fileName: string): string {
  return fileName.replace(/\.\w+$/, '.vtt')
}
