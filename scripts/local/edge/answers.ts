import { Agent, request as httpRequest, type IncomingHttpHeaders, type IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { brotliCompress, constants, createBrotliCompress, createGzip, gzip } from 'node:zlib'
import { LOOPBACK } from '../http-server.ts'
import { answerHeaders, type ForwardingPolicy } from './policies.ts'
import type { SiteObject } from './static-site.ts'

/** Header names are in lower case. */
export type EdgeAnswer = {
  status: number
  headers: Record<string, string | string[]>
  body: Readable | Buffer | null
  /** CloudFront's own answers are not shown to viewer-response functions. */
  fromOrigin: boolean
}

export function xmlError(status: number, code: string, message: string): EdgeAnswer {
  const xml = `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${message}</Message></Error>`
  return ownAnswer(status, 'text/xml', xml)
}

/** An answer of CloudFront itself, or of one of its functions. */
export function ownAnswer(status: number, type: string, text: string): EdgeAnswer {
  const body = Buffer.from(text)
  const headers = { 'content-type': type, 'content-length': String(body.length) }
  return { status, headers, body, fromOrigin: false }
}

/** 304 when the viewer has it, or S3's 404. */
export function objectAnswer(request: IncomingMessage, object: SiteObject | null): EdgeAnswer {
  if (!object) return { ...xmlError(404, 'NoSuchKey', 'The specified key does not exist.'), fromOrigin: true }
  const { body, etag, contentType, cacheControl, metadata } = object
  const headers = {
    'content-type': contentType,
    etag,
    ...(cacheControl !== null && { 'cache-control': cacheControl }),
    ...metadata,
  }
  if (isSame(request.headers['if-none-match'], etag))
    return { status: 304, headers, body: null, fromOrigin: true }
  const length = { 'content-length': String(body.length) }
  return { status: 200, headers: { ...headers, ...length }, body, fromOrigin: true }
}

/** If-None-Match compares weakly. */
function isSame(header: string | undefined, etag: string): boolean {
  const tags = header?.split(/\s*,\s*/).map((tag) => tag.replace(/^W\//, ''))
  return tags?.some((tag) => tag === etag || tag === '*') ?? false
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'trailer'])

type Headers = EdgeAnswer['headers']

type OriginCall = {
  port: number
  path: string
  headers: Headers
  readTimeoutMs: number
  policies: readonly ForwardingPolicy[]
  /** Aborts when the viewer leaves. */
  viewerLeft: AbortSignal
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

export function closeOriginConnections(): void {
  agent.destroy()
}

/**
 * An origin that cannot be reached or is too slow gives 502 or 504. As in CloudFront, a GET is sent again when the origin
 * has closed its idle connection at that moment.
 */
export function callOrigin(viewer: IncomingMessage, call: OriginCall): Promise<EdgeAnswer> {
  return new Promise((resolve) => {
    const upstream = httpRequest({
      agent,
      host: LOOPBACK,
      port: call.port,
      method: viewer.method,
      path: call.path,
      headers: call.headers,
      // An answer without a reader would occupy one of the few connections.
      signal: call.viewerLeft,
    })
    let isAnswered = false
    const tooSlow = setTimeout(() => {
      isAnswered = true
      resolve(xmlError(504, 'GatewayTimeout', 'The origin did not answer in time.'))
      upstream.destroy()
    }, call.readTimeoutMs)
    upstream.once('response', (response) => {
      isAnswered = true
      clearTimeout(tooSlow)
      resolve(answerOf(response, call.policies))
    })
    upstream.on('error', () => {
      clearTimeout(tooSlow)
      const isIdle = upstream.reusedSocket && viewer.method === 'GET' && !call.viewerLeft.aborted
      if (isIdle && !isAnswered) return resolve(callOrigin(viewer, call))
      resolve(xmlError(502, 'BadGateway', 'The origin cannot be reached.'))
    })
    viewer.pipe(upstream)
  })
}

function answerOf(response: IncomingMessage, policies: readonly ForwardingPolicy[]): EdgeAnswer {
  const headers: EdgeAnswer['headers'] = {}
  for (const [name, value] of Object.entries(answerHeaders(response.headers, policies)))
    if (value !== undefined && !HOP_BY_HOP.has(name)) headers[name] = value
  return { status: response.statusCode ?? 502, headers, body: response, fromOrigin: true }
}

const COMPRESSED_TYPE =
  /^(?:text\/(?:css|csv|html|javascript|plain|xml)|application\/(?:javascript|json|manifest\+json|wasm|xml)|font\/(?:otf|ttf)|image\/svg\+xml)$/i

const LEAST_BYTES = 1_000
const MOST_BYTES = 10_000_000

type Encoding = 'br' | 'gzip'

export function chooseEncoding(acceptEncoding: string, status: number, headers: Headers): Encoding | null {
  const type = String(headers['content-type'] ?? '').split(';')[0] ?? ''
  const length = Number(headers['content-length'] ?? Number.NaN)
  if (![200, 403, 404].includes(status) || headers['content-encoding']) return null
  if (!COMPRESSED_TYPE.test(type.trim())) return null
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
