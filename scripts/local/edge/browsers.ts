import type { IncomingHttpHeaders } from 'node:http'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'

/** The types that CloudFront compresses. */
const COMPRESSED_TYPES = new Set([
  'application/javascript',
  'application/json',
  'application/manifest+json',
  'application/wasm',
  'application/xml',
  'font/otf',
  'font/ttf',
  'image/svg+xml',
  'text/css',
  'text/csv',
  'text/html',
  'text/javascript',
  'text/plain',
  'text/xml',
])

const LEAST_BYTES = 1_000
const MOST_BYTES = 10_000_000

type Headers = Record<string, string | string[]>

export type Encoding = 'br' | 'gzip'

export function chooseEncoding(acceptEncoding: string, status: number, headers: Headers): Encoding | null {
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  const length = Number(headers['content-length'] ?? Number.NaN)
  if (![200, 403, 404].includes(status) || headers['content-encoding']) return null
  if (!COMPRESSED_TYPES.has(type.trim().toLowerCase())) return null
  if (!(length >= LEAST_BYTES && length <= MOST_BYTES)) return null
  const accepted = acceptEncoding
    .split(',')
    .filter((part) => !/;\s*q=0(?:\.0*)?\s*$/.test(part))
    .map((part) => part.split(';')[0]?.trim())
  return accepted.includes('br') ? 'br' : accepted.includes('gzip') ? 'gzip' : null
}

/** Removes the length and weakens the ETag, since the compressed bytes differ. */
export function compressedHeaders(headers: Headers, encoding: Encoding): Headers {
  const { 'content-length': _, etag, ...rest } = headers
  return {
    ...rest,
    ...(etag !== undefined && { etag: String(etag).startsWith('W/') ? etag : `W/${String(etag)}` }),
    'content-encoding': encoding,
    vary: 'Accept-Encoding',
  }
}

const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 5 } }
const GZIP = { level: 6 }

export function createCompressor(encoding: Encoding): Readable & NodeJS.WritableStream {
  return encoding === 'br' ? createBrotliCompress(BROTLI) : createGzip(GZIP)
}

const kept = new WeakMap<Buffer, Map<Encoding, Promise<Buffer>>>()

export function compressFile(file: Buffer, encoding: Encoding): Promise<Buffer> {
  const compressed = kept.get(file) ?? new Map<Encoding, Promise<Buffer>>()
  kept.set(file, compressed)
  const known = compressed.get(encoding)
  if (known) return known
  const made = encoding === 'br' ? promisify(brotliCompress)(file, BROTLI) : promisify(gzip)(file, GZIP)
  compressed.set(encoding, made)
  return made
}

const PREFIX = '__Host-'
const LOCAL_PREFIX = 'local-'

/** Older versions of Chrome get plain cookies: 109 is known to need them. */
const TRUSTING_CHROME = 120

/**
 * Safari, WebKitGTK and old versions of Chrome store over http no cookie that is named `__Host-…`, and partly none that
 * is `Secure`. Other browsers trust localhost.
 */
function needsPlainCookies(userAgent = ''): boolean {
  if (!userAgent.includes('AppleWebKit')) return false
  return Number(/Chrom(?:e|ium)\/(\d+)/.exec(userAgent)?.[1] ?? 0) < TRUSTING_CHROME
}

/** Returns the headers of a request with the names that cookies have on a deployed stage. */
export function withStageCookies(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { cookie } = headers
  if (!cookie || !needsPlainCookies(headers['user-agent'])) return headers
  return { ...headers, cookie: cookie.replace(new RegExp(`(?<=^|; *)${LOCAL_PREFIX}`, 'g'), PREFIX) }
}

/** Returns the headers of an answer with cookies that the browser of the request stores. */
export function withStorableCookies<H extends Record<string, unknown>>(
  headers: H,
  userAgent: string | undefined,
): H {
  const cookies = headers['set-cookie'] as string | string[] | undefined
  if (!cookies || !needsPlainCookies(userAgent)) return headers
  const storable = [cookies]
    .flat()
    .map((cookie) => cookie.replace(PREFIX, LOCAL_PREFIX).replace(/; *Secure(?=;|$)/i, ''))
  return { ...headers, 'set-cookie': storable }
}
