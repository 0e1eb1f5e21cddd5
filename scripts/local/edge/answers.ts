import { Agent, request as httpRequest, type IncomingMessage } from 'node:http'
import type { Readable } from 'node:stream'
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
  return {
    status: 200,
    headers: { ...headers, 'content-length': String(body.length) },
    body,
    fromOrigin: true,
  }
}

/** If-None-Match compares weakly. */
function isSame(header: string | undefined, etag: string): boolean {
  const tags = header?.split(/\s*,\s*/).map((tag) => tag.replace(/^W\//, ''))
  return tags?.some((tag) => tag === etag || tag === '*') ?? false
}

const HOP_BY_HOP = new Set(['connection', 'keep-alive', 'transfer-encoding', 'upgrade', 'trailer'])

type OriginCall = {
  port: number
  path: string
  headers: Record<string, string | string[]>
  readTimeoutMs: number
  policies: readonly ForwardingPolicy[]
  /** Aborts when the viewer leaves. */
  viewerLeft: AbortSignal
}

const agent = new Agent({ keepAlive: true, maxSockets: 256 })

export function closeOriginConnections(): void {
  agent.destroy()
}

/** An origin that cannot be reached or is too slow gives 502 or 504. */
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
    const tooSlow = setTimeout(() => {
      resolve(errorPage(504, 'The request could not be satisfied', 'The origin did not answer in time.'))
      upstream.destroy()
    }, call.readTimeoutMs)
    upstream.once('response', (response) => {
      clearTimeout(tooSlow)
      resolve(answerOf(response, call.policies))
    })
    upstream.on('error', () => {
      clearTimeout(tooSlow)
      resolve(errorPage(502, 'The request could not be satisfied', 'The origin cannot be reached.'))
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
