import * as v from 'valibot'

/** Uses of a path: the document, shown or saved, or the captions of a video. */
const USES = ['inline', 'attachment', 'captions'] as const

export type FilePath = {
  documentId: string
  version: string
  use: (typeof USES)[number]
  fileName: string
}

const Word = v.pipe(v.string(), v.regex(/^[\w-]{1,64}$/))
const Name = v.pipe(v.string(), v.regex(/^[\w.-]{1,200}$/))

const FilePathParts = v.strictTuple([v.literal(''), v.literal('files'), Word, Word, v.picklist(USES), Name])

export function filePath({ documentId, version, use, fileName }: FilePath): string {
  return `/files/${documentId}/${version}/${use}/${fileName}`
}

type CopyPath = Pick<FilePath, 'documentId' | 'version' | 'fileName'> & { userId: string }

const CopyPathParts = v.strictTuple([
  v.literal(''),
  v.literal('files'),
  v.literal('copies'),
  Word,
  Word,
  Word,
  Name,
])

export function copyPath({ documentId, version, userId, fileName }: CopyPath): string {
  return `/files/copies/${documentId}/${version}/${userId}/${fileName}`
}

export function parseCopyPath(path: string): CopyPath | null {
  const parsed = v.safeParse(CopyPathParts, path.split('/'))
  if (!parsed.success) return null
  const [, , , documentId, version, userId, fileName] = parsed.output
  return { documentId, version, userId, fileName }
}

export function parseFilePath(path: string): FilePath | null {
  const parsed = v.safeParse(FilePathParts, path.split('/'))
  if (!parsed.success) return null
  const [, , documentId, version, use, fileName] = parsed.output
  return { documentId, version, use, fileName }
}

/** 'Ondes-2019.mp4' gives 'Ondes-2019.vtt'. */
export function captionsName(fileName: string): string {
  return fileName.replace(/\.\w+$/, '.vtt')
}
