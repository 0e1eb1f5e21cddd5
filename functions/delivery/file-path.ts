/** Uses of a path: the document, shown or saved, or the captions of a video. */
type FileUse = 'inline' | 'attachment' | 'captions'

export type FilePath = { documentId: string; version: string; use: FileUse; fileName: string }

const FILE =
  /^\/files\/(?<documentId>[\w-]{1,64})\/(?<version>[\w-]{1,64})\/(?<use>inline|attachment|captions)\/(?<fileName>[\w.-]{1,200})$/

/** Returns `/files/{documentId}/{version}/{use}/{fileName}`. Every part is plain ASCII and needs no escaping. */
export function filePath({ documentId, version, use, fileName }: FilePath): string {
  return `/files/${documentId}/${version}/${use}/${fileName}`
}

export function parseFilePath(path: string): FilePath | null {
  return (FILE.exec(path)?.groups as FilePath | undefined) ?? null
}

type CopyPath = Pick<FilePath, 'documentId' | 'version' | 'fileName'> & { userId: string }

const COPY =
  /^\/files\/copies\/(?<documentId>[\w-]{1,64})\/(?<version>[\w-]{1,64})\/(?<userId>[\w-]{1,64})\/(?<fileName>[\w.-]{1,200})$/

export function copyPath({ documentId, version, userId, fileName }: CopyPath): string {
  return `/files/copies/${documentId}/${version}/${userId}/${fileName}`
}

export function parseCopyPath(path: string): CopyPath | null {
  return (COPY.exec(path)?.groups as CopyPath | undefined) ?? null
}

/** 'Ondes-2019.mp4' gives 'Ondes-2019.vtt'. */
export function captionsName(fileName: string): string {
  return fileName.replace(/\.\w+$/, '.vtt')
}
