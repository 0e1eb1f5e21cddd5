import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { rangeOf } from '../ranges.ts'
import { type Fault, flowOf } from './faults.ts'
import type { StoredFile } from './files.ts'

/** Answers with a file's bytes, or the asked part of them; HEAD gets the headers alone. */
export async function sendFile(
  request: IncomingMessage,
  response: ServerResponse,
  file: StoredFile,
  disposition: 'inline' | 'attachment',
  fault: Fault | null = null,
): Promise<void> {
  const { size, etag, lastModified, mimeType, name } = file
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
  const length = end - start + 1
  response.writeHead(range.kind === 'part' ? 206 : 200, {
    ...headers,
    'content-length': length,
    ...(range.kind === 'part' ? { 'content-range': `bytes ${start}-${end}/${size}` } : {}),
  })
  if (request.method === 'HEAD') {
    response.end()
    return
  }
  await pipeline(Readable.from(flowOf(fault, file.read(start, end), length, response)), response).catch(
    () => {
      // The client went away in the middle of the file, or a fault was ordered.
    },
  )
}

function single(value: string | string[] | undefined): string | undefined {
  return Array.isArray(value) ? value[0] : value
}
