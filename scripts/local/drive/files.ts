import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Content = {
  size: number
  etag: string
  /** In hexadecimal digits. */
  md5?: string
  /** The bytes from `start` to `end`, both included. */
  read: (start: number, end: number) => Iterable<Uint8Array>
}

export type DriveFile = {
  name: string
  mimeType: string
  content: Content
  isTrashed: boolean
  canDownload: boolean
  /** The resource key that links of older shares carry. */
  resourceKey: string | null
}

export type DriveFiles = {
  find(id: string): DriveFile | null
  /** Lists the ids of a folder's files; null for an unknown folder. Without a folder it lists all shared files. */
  list(folderId?: string): string[] | null
}

const LAST_MODIFIED = new Date('2025-01-01T00:00:00Z')
const CHUNK_BYTES = 64 * 1024

export function storedContent(bytes: Uint8Array): Content {
  return {
    size: bytes.length,
    etag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 27)}"`,
    md5: createHash('md5').update(bytes).digest('hex'),
    read: (start, end) => chunksOf(bytes, start, end),
  }
}

function* chunksOf(bytes: Uint8Array, start: number, end: number): Generator<Uint8Array> {
  for (let at = start; at <= end; at += CHUNK_BYTES)
    yield bytes.subarray(at, Math.min(at + CHUNK_BYTES, end + 1))
}

export function describeFile(id: string, file: DriveFile): object {
  const { size, etag, md5 } = file.content
  return {
    kind: 'drive#file',
    id,
    name: file.name,
    mimeType: file.mimeType,
    // Google documents and folders have no bytes.
    ...(!file.mimeType.startsWith('application/vnd.google-apps.') && {
      size: String(size),
      ...(md5 !== undefined && { md5Checksum: md5 }),
      headRevisionId: createHash('sha256').update(etag).digest('base64url').slice(0, 32),
    }),
    modifiedTime: LAST_MODIFIED.toISOString(),
    trashed: file.isTrashed,
    capabilities: { canDownload: file.canDownload },
    ...(file.resourceKey !== null && { resourceKey: file.resourceKey }),
  }
}

/** Answers with a file's bytes, or the asked part of them; HEAD gets the headers alone. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  { name, mimeType, content }: Pick<DriveFile, 'name' | 'mimeType' | 'content'>,
  disposition: 'inline' | 'attachment',
): Promise<void> {
  const { size, etag } = content
  const lastModified = LAST_MODIFIED.toUTCString()
  const range = parseRange(request.headers.range, request.headers['if-range']?.toString(), {
    size,
    etag,
    lastModified,
  })
  if (range.kind === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${size}`, 'content-length': 0 }).end()
    return
  }
  const isPart = range.kind === 'part'
  const { start, end } = isPart ? range : { start: 0, end: size - 1 }
  response.writeHead(isPart ? 206 : 200, {
    'content-type': mimeType,
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
    'content-length': end - start + 1,
    ...(isPart && { 'content-range': `bytes ${start}-${end}/${size}` }),
    'accept-ranges': 'bytes',
    etag,
    'last-modified': lastModified,
    'cache-control': 'private, max-age=0, must-revalidate',
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  // A client that leaves breaks this connection only.
  await pipeline(Readable.from(content.read(start, end)), response).catch(() => {})
}

type RangeAnswer =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' }

type FileState = { size: number; etag: string; lastModified: string }

/**
 * As RFC 9110 says: several ranges or a malformed one are answered with the whole file, and so is a range whose
 * `If-Range` names another version.
 */
function parseRange(
  header: string | undefined,
  ifRange: string | undefined,
  { size, etag, lastModified }: FileState,
): RangeAnswer {
  if (header === undefined) return { kind: 'whole' }
  if (ifRange !== undefined && ifRange !== etag && ifRange !== lastModified) return { kind: 'whole' }
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(header.trim()) ?? []
  if (first === '' && last === '') return { kind: 'whole' }
  if (first === '') {
    const length = Math.min(Number(last), size)
    return length === 0 ? { kind: 'unsatisfiable' } : { kind: 'part', start: size - length, end: size - 1 }
  }
  const start = Number(first)
  const end = last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (last !== '' && Number(last) < start) return { kind: 'whole' }
  return start >= size ? { kind: 'unsatisfiable' } : { kind: 'part', start, end }
}
