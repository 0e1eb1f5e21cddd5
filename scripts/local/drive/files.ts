import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

export type Content = {
  size: number
  etag: string
  /** In hexadecimal digits; absent where the bytes would have to be generated first. */
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

const BOX_HEADER_BYTES = 8

type Piece = { bytes: Uint8Array; from: number }

/**
 * Shows what a short film does, more slowly. The index comes first, and pictures lie evenly over the file, between
 * bytes that players skip: a player that begins in the middle has to ask for the middle.
 * @param film an MP4 of one track (ISO 14496-12), with a version 0 of every box; its size stays under 4 GiB
 */
export function longFilm(film: Buffer, { size, slower }: { size: number; slower: number }): Content {
  const index = Buffer.from(boxIn(film, 'moov'))
  for (const [box, at] of [
    ['mvhd', 24],
    ['tkhd', 28],
    ['mdhd', 24],
    ['stts', 20],
  ] as const)
    multiply(boxIn(index, box), at, slower)
  const pictures = boxIn(film, 'mdat')
  const end = pictures.byteOffset - film.byteOffset + pictures.length
  const places = boxIn(index, 'stco').subarray(16)
  const begins = Array.from({ length: places.length / 4 }, (_, number) => places.readUInt32BE(number * 4))
  const header = Buffer.alloc(BOX_HEADER_BYTES)
  const first = boxIn(film, 'ftyp')
  const before = first.length + index.length + BOX_HEADER_BYTES
  header.writeUInt32BE(size - first.length - index.length)
  header.write('mdat', 4, 'latin1')
  const step = Math.floor((size - before) / begins.length)
  const parts = begins.map((begin, number): Piece => {
    const from = before + number * step
    places.writeUInt32BE(from, number * 4)
    return { bytes: film.subarray(begin, begins[number + 1] ?? end), from }
  })
  const pieces = [{ bytes: Buffer.concat([first, index, header]), from: 0 }, ...parts]
  return {
    size,
    etag: `"${createHash('sha256').update(index).digest('base64url').slice(0, 20)}-${size}"`,
    *read(start, stop) {
      for (let at = start; at <= stop; at += CHUNK_BYTES)
        yield bytesAt(pieces, at, Math.min(CHUNK_BYTES, stop + 1 - at))
    },
  }
}

function bytesAt(pieces: readonly Piece[], at: number, length: number): Uint8Array {
  const bytes = new Uint8Array(length)
  for (const piece of pieces) {
    const within = piece.bytes.subarray(Math.max(0, at - piece.from), Math.max(0, at + length - piece.from))
    if (within.length > 0) bytes.set(within, Math.max(0, piece.from - at))
  }
  return bytes
}

/** Finds a box by its name, which stands behind its length. */
function boxIn(file: Buffer, name: string): Buffer {
  const at = file.indexOf(name, 0, 'latin1') - 4
  return file.subarray(at, at + file.readUInt32BE(at))
}

function multiply(box: Buffer, at: number, factor: number): void {
  box.writeUInt32BE(box.readUInt32BE(at) * factor, at)
}
