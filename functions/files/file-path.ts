import * as v from 'valibot'
import { DISPOSITIONS, type Disposition } from '#shared/contract/files.ts'

/** What a signed path says: which version of which document, and how the browser shall take it. */
export type FilePath = { documentId: string; version: string; disposition: Disposition; fileName: string }

const WORD = /^[\w-]{1,64}$/

const FilePathParts = v.strictTuple([
  v.literal(''),
  v.literal('files'),
  v.pipe(v.string(), v.regex(WORD)),
  v.pipe(v.string(), v.regex(WORD)),
  v.picklist(DISPOSITIONS),
  v.pipe(v.string(), v.regex(/^[\w.-]{1,200}$/)),
])

/** `/files/{documentId}/{version}/{disposition}/{fileName}`: every part is plain ASCII and needs no escaping. */
export function filePath({ documentId, version, disposition, fileName }: FilePath): string {
  return `/files/${documentId}/${version}/${disposition}/${fileName}`
}

/** Reads a path from outside; null when it is not one of ours. */
export function parseFilePath(path: string): FilePath | null {
  const parsed = v.safeParse(FilePathParts, path.split('/'))
  if (!parsed.success) return null
  const [, , documentId, version, disposition, fileName] = parsed.output
  return { documentId, version, disposition, fileName }
}
