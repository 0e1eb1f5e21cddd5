import { createHash, createPublicKey, generateKeyPairSync } from 'node:crypto'
import { once } from 'node:events'
import { request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { getSignedUrl } from '@aws-sdk/cloudfront-signer'
import { edgeFunctionCode } from '#infra/constructs/edge/edge-functions.ts'
import { LINK_COOKIE, LINK_PARAMETER } from '#shared/contract/files.ts'
import type { Behavior } from '../edge/distribution.ts'
import { EdgeFunction } from '../edge/edge-function.ts'
import { startEdge } from '../edge/server.ts'
import { listen } from '../http-server.ts'
import { freePort } from '../ports.ts'

const HOST = 'documents.example'
/** A header that the edge adds to every call of the origin, with the value `edge`. */
export const ORIGIN_HEADER = 'x-of-the-edge'
export const KEY_ID = 'K2JCJMDEHXQW5F'
/** A document's address, and another's. */
export const PATH = '/files/paper-2023/v1/inline/Paper-2023.pdf'
export const OTHER = '/files/paper-2022/v1/inline/Paper-2022.pdf'
/** The cookie of the browser that asked for the links. */
export const COOKIE = `${LINK_COOKIE}=cookie-of-this-browser`
const BINDING = createHash('sha256').update('cookie-of-this-browser').digest('hex')
export const PAPER = Buffer.from('%PDF-1.7 '.repeat(200))

const PICTURE = {
  body: Buffer.from('RIFF'),
  etag: '"p"',
  contentType: 'image/webp',
  cacheControl: null,
  metadata: {},
}

export type Serve = (request: IncomingMessage, response: ServerResponse) => void
export const serveWhole: Serve = (_request, response) => {
  response.writeHead(200, { 'content-length': PAPER.length, etag: '"v1"' }).end(PAPER)
}

/** Starts the edge with one behaviour for documents, before an origin that records its requests. */
export async function startTestEdge() {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
  const documents: Behavior = {
    pathPattern: '/files/*',
    origin: {
      kind: 'http',
      host: HOST,
      path: '',
      readTimeoutMs: 60_000,
      headers: { [ORIGIN_HEADER]: 'edge' },
      isSigned: true,
    },
    compress: true,
    allowedMethods: ['GET', 'HEAD'],
    policies: [],
    responseHeaders: null,
    trustedKeys: new Map([[KEY_ID, createPublicKey(pem)]]),
    onRequest: new EdgeFunction('document-request', edgeFunctionCode('document-request')),
    onResponse: null,
  }
  const prepared: Behavior = {
    ...documents,
    pathPattern: '/files/pages/*',
    origin: { kind: 'bucket', name: 'pages' },
  }
  const pages: Behavior = {
    ...documents,
    pathPattern: null,
    origin: { kind: 'bucket', name: 'site' },
    trustedKeys: null,
    onRequest: null,
  }
  const state = { now: new Date(0), serve: serveWhole, asked: [] as string[] }
  const now = () => state.now
  const origin = await listen(0, (request, response) => {
    state.asked.push(`${request.method} ${request.url}`)
    state.serve(request, response)
  })
  const port = await freePort()
  const site = `http://localhost:${port}`
  const edge = await startEdge({
    port,
    distribution: { defaultRootObject: 'index.html', behaviors: [prepared, documents, pages] },
    site: { get: () => null },
    buckets: new Map([['pages', { get: (key) => (state.asked.push(key), PICTURE) }]]),
    originPorts: new Map([[HOST, origin.port]]),
    edgeSecret: 'secret',
    local: () => {},
    developmentSite: () => null,
    redirects: new Map(),
    now,
  })

  /** A signed path, as the ticket function makes it; `life` makes one differ from another. Seconds. */
  function signed(path = PATH, life = 120): string {
    const dateLessThan = new Date(state.now.getTime() + life * 1000)
    const url = getSignedUrl({
      url: `${site}${path}?${LINK_PARAMETER}=${BINDING}`,
      keyPairId: KEY_ID,
      privateKey: pem,
      dateLessThan,
      algorithm: 'SHA256',
    })
    return url.slice(site.length)
  }

  /** The query of every file of a prepared document, as the ticket function makes it. */
  function signedPages(digest: string): string {
    const query = `${LINK_PARAMETER}=${BINDING}`
    const Resource = `${site}/files/pages/${digest}/*?${query}`
    const Condition = { DateLessThan: { 'AWS:EpochTime': state.now.getTime() / 1000 + 120 } }
    const policy = JSON.stringify({ Statement: [{ Resource, Condition }] })
    const url = `${site}/?${query}`
    const made = getSignedUrl({ url, keyPairId: KEY_ID, privateKey: pem, policy, algorithm: 'SHA256' })
    return made.slice(`${site}/?`.length)
  }

  /** Requests a path as written, with the browser's cookie; `fetch` would normalise it. */
  async function get(path: string, headers: Record<string, string | undefined> = {}, method = 'GET') {
    const host = new URL(site).host
    const sent = httpRequest({
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: { host, cookie: COOKIE, ...headers },
    })
    sent.end()
    const [response] = (await once(sent, 'response')) as [IncomingMessage]
    return { status: response.statusCode, headers: response.headers, body: await text(response) }
  }

  return {
    port,
    signed,
    signedPages,
    get,
    /** Lists the requests of the origin, and the keys of the bucket, since the last `reset`. */
    asked: (): readonly string[] => state.asked,
    serve: (serve: Serve) => {
      state.serve = serve
    },
    pass: (ms: number) => {
      state.now = new Date(state.now.getTime() + ms)
    },
    reset: () => {
      Object.assign(state, { now: new Date('2026-01-01T00:00:00Z'), asked: [], serve: serveWhole })
    },
    stop: async () => {
      await edge.close()
      await origin.close()
    },
  }
}

export type TestEdge = Awaited<ReturnType<typeof startTestEdge>>
