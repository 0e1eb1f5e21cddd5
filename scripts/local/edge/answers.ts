import type { IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { parseRange } from '../ranges.ts'
import type { SiteObject } from './static-site.ts'

/** What the edge has to send: from an origin, or made by itself. Header names are in lower case. */
export type EdgeAnswer = {
  status: number
  headers: Record<string, string | string[]>
  body: Readable | Buffer | null
  /** CloudFront's own answers are not shown to viewer-response functions. */
  fromOrigin: boolean
}

/** CloudFront's error in XML, as for a bad signature. */
export function accessError(code: string, message: string): EdgeAnswer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`
  return ownAnswer(403, 'text/xml', xml)
}

/** CloudFront's error page. */
export function errorPage(status: number, title: string, text: string): EdgeAnswer {
  const html = `<!DOCTYPE html><html lang="en"><head><title>ERROR: ${title}</title></head><body><h1>${status} ERROR</h1><h2>${title}</h2><p>${text}</p></body></html>`
  return ownAnswer(status, 'text/html', html)
}

export function ownAnswer(status: number, type: string, text: string): EdgeAnswer {
  const body = Buffer.from(text)
  return {
    status,
    headers: {
      'content-type': type,
      'content-length': String(body.length),
      'x-cache': 'Error from cloudfront',
    },
    body,
    fromOrigin: false,
  }
}

/** An object of the bucket, or S3's error that there is none. */
export function objectAnswer(request: IncomingMessage, object: SiteObject | null): EdgeAnswer {
  if (!object) {
    const xml =
      '<?xml version="1.0" encoding="UTF-8"?><Error><Code>NoSuchKey</Code><Message>The specified key does not exist.</Message></Error>'
    return { ...ownAnswer(404, 'application/xml', xml), fromOrigin: true }
  }
  const { body, etag, contentType, cacheControl } = object
  const headers = {
    'content-type': contentType,
    etag,
    'accept-ranges': 'bytes',
    ...(cacheControl !== null && { 'cache-control': cacheControl }),
  }
  return storedAnswer(request, headers, body)
}

/**
 * A whole answer that is at hand, as the request wants it: all of it, a range of it, or 304 when the viewer has it.
 * @param stored headers of the whole answer, its `etag` among them
 */
export function storedAnswer(
  request: Pick<IncomingMessage, 'headers'>,
  stored: EdgeAnswer['headers'],
  body: Buffer,
): EdgeAnswer {
  const { 'content-length': _, ...headers } = stored
  const size = body.length
  const etag = String(headers.etag ?? '')
  if (etag !== '' && isSame(request.headers['if-none-match'], etag))
    return { status: 304, headers, body: null, fromOrigin: true }
  const range = parseRange(request.headers.range, request.headers['if-range']?.toString(), {
    size,
    etag,
    lastModified: String(headers['last-modified'] ?? ''),
  })
  if (range.kind === 'unsatisfiable')
    return { status: 416, headers: { 'content-range': `bytes */${size}` }, body: null, fromOrigin: true }
  if (range.kind === 'whole')
    return { status: 200, headers: { ...headers, 'content-length': String(size) }, body, fromOrigin: true }
  const { start, end } = range
  return {
    status: 206,
    headers: {
      ...headers,
      'content-length': String(end - start + 1),
      'content-range': `bytes ${start}-${end}/${size}`,
    },
    body: body.subarray(start, end + 1),
    fromOrigin: true,
  }
}

/** If-None-Match compares weakly. */
function isSame(header: string | undefined, etag: string): boolean {
  const tags = header?.split(/\s*,\s*/).map((tag) => tag.replace(/^W\//, ''))
  return tags?.some((tag) => tag === etag || tag === '*') ?? false
}
