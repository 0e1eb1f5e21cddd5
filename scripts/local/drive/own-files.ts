import { createHash } from 'node:crypto'
import { closeSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs'
import { basename, extname, join } from 'node:path'
import { parseDriveReference } from '#shared/domain/documents/drive-reference.ts'
import type { Content, DriveFile, DriveFiles } from './files.ts'

const CHUNK_BYTES = 256 * 1024

/** Media types by the ending of a name; Drive knows any other file as plain bytes. */
const MEDIA_TYPES: Readonly<Record<string, string>> = {
  '.pdf': 'application/pdf',
  '.mp4': 'video/mp4',
  '.m4v': 'video/x-m4v',
  '.mov': 'video/quicktime',
  '.webm': 'video/webm',
  '.mkv': 'video/x-matroska',
  '.avi': 'video/x-msvideo',
  '.wmv': 'video/x-ms-wmv',
  '.3gp': 'video/3gpp',
  '.vtt': 'text/vtt',
  '.jpg': 'image/jpeg',
  '.png': 'image/png',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
}

/**
 * The folder is read at each request, so that replacing a file there is what replacing it in Drive is. Subfolders are
 * left out.
 */
export function withOwnFiles(files: DriveFiles, folder: string, inboxId: string): DriveFiles {
  const names = () =>
    readdirSync(folder, { withFileTypes: true }).flatMap((entry) => (entry.isFile() ? [entry.name] : []))
  return {
    find(id) {
      const name = names().find((each) => ownFileId(each) === id)
      return name === undefined ? files.find(id) : readFile(join(folder, name))
    },
    list(folderId) {
      const listed = files.list(folderId)
      const isShown = folderId === undefined || folderId === inboxId
      return isShown ? [...names().map(ownFileId), ...(listed ?? [])] : listed
    },
  }
}

/** Returns the name without its ending where that is a valid id, or an id made from the name. */
export function ownFileId(name: string): string {
  const stem = basename(name, extname(name))
  const reference = parseDriveReference(stem)
  if (reference?.fileId === stem) return stem
  return `local-${createHash('sha256').update(name).digest('hex').slice(0, 32)}`
}

function readFile(path: string): DriveFile {
  return {
    name: basename(path),
    mimeType: MEDIA_TYPES[extname(path).toLowerCase()] ?? 'application/octet-stream',
    content: contentOf(path),
    isTrashed: false,
    canDownload: true,
    resourceKey: null,
  }
}

function contentOf(path: string): Content {
  const md5 = md5Of(path)
  return {
    size: statSync(path).size,
    etag: `"${md5}"`,
    md5,
    *read(start, end) {
      const file = openSync(path, 'r')
      try {
        for (let at = start; at <= end; at += CHUNK_BYTES) {
          const bytes = Buffer.alloc(Math.min(CHUNK_BYTES, end + 1 - at))
          yield bytes.subarray(0, readSync(file, bytes, 0, bytes.length, at))
        }
      } finally {
        closeSync(file)
      }
    },
  }
}

/** Checksums by path and change, since a long video would be read for each of its parts. */
const checksums = new Map<string, { change: string; md5: string }>()

function md5Of(path: string): string {
  const { ino, size, mtimeNs, ctimeNs } = statSync(path, { bigint: true })
  const change = [ino, size, mtimeNs, ctimeNs].join(' ')
  const known = checksums.get(path)
  if (known?.change === change) return known.md5
  const md5 = createHash('md5').update(readFileSync(path)).digest('hex')
  checksums.set(path, { change, md5 })
  return md5
}
