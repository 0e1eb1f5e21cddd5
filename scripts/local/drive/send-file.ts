import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { rangeOf } from '../ranges.ts'
import type { StoredFile } from './files.ts'

const CHUNK_BYTES = 64 * 1024

/** Answers with a file's bytes, or the asked part of them; HEAD gets the headers alone. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: StoredFile,
  disposition: 'inline' | 'attachment',
): Promise<void> {
  const { bytes, etag, lastModified, mimeType, name } = file
  const size = bytes.length
  const range = rangeOf(request.headers.range, single(request.headers['if-range']), {
    size,
    etag,
    lastModified,
  })
  const headers = {
    'content-type': mimeType,
    'content-disposition': `${disposition}; filename*=UTF-8''${encodeURIComponent(name)}`,
    'accept-ranges': 'bytes',
    etag,
    'last-modified': lastModified,
    'cache-control': 'private, max-age=0, must-revalidate',
  }
  if (range.kind === 'unsatisfiable') {
    response.writeHead(416, { 'content-range': `bytes */${size}`, 'content-length': 0 }).end()
    return
  }
  const { start, end } = range.kind === 'part' ? range : { start: 0, end: size - 1 }
  response.writeHead(range.kind === 'part' ? 206 : 200, {
    ...headers,
    'content-length': end - start + 1,
    ...(range.kind === 'part' ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  await pipeline(Readable.from(chunksOf(bytes.subarray(start, end + 1))), response).catch(() => {
    // The client went away in the middle of the file.
  })
}

function* chunksOf(bytes: Uint8Array): Generator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += CHUNK_BYTES) yield bytes.subarray(at, at + CHUNK_BYTES)
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
