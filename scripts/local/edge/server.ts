import type { IncomingMessage, ServerResponse } from 'node:http'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { SEARCH_FILE, STATEMENTS_FILE } from '#shared/catalogue/page-path.ts'
import { EDGE_SIGNATURE_HEADER } from '../function-url.ts'
import { splitUrl } from '../gateway.ts'
import { type Handler, listen, type RunningServer } from '../http-server.ts'
import {
  callOrigin,
  chooseEncoding,
  closeOriginConnections,
  compressedHeaders,
  compressFile,
  createCompressor,
  type EdgeAnswer,
  objectAnswer,
  ownAnswer,
  withStageCookies,
  withStorableCookies,
  xmlError,
} from './answers.ts'
import type { Behavior, Distribution, Origin } from './distribution.ts'
import { applyResponseHeaders, originHeaders, originQuery, type ViewerAddress } from './policies.ts'
import { checkSignedUrl, matchesPattern } from './signed-url.ts'
import type { StaticSite } from './static-site.ts'

export type EdgeOptions = {
  port: number
  distribution: Distribution
  site: Pick<StaticSite, 'get'>
  /** The objects of buckets other than the site's, by their names. */
  buckets?: ReadonlyMap<string, Pick<StaticSite, 'get'>>
  originPorts: ReadonlyMap<string, number>
  edgeSecret: string
  local?: Handler
  /** In watch mode Vite serves the site. */
  developmentSite?: () => Handler | null
  /** Local stand-ins of outside hosts in redirects, by origin. */
  redirects?: ReadonlyMap<string, string>
  now?: () => Date
}

const STORED_ONLY = ['/config.json', SEARCH_FILE, STATEMENTS_FILE]

type Viewed = {
  request: IncomingMessage
  path: string
  query: string
  address: ViewerAddress
  /** Aborts when the answer is sent or the viewer has left. */
  left: AbortSignal
}

/** Without a cache. */
export async function startEdge(options: EdgeOptions): Promise<RunningServer> {
  const { port, distribution, buckets, local = () => undefined, developmentSite } = options
  const running = await listen(port, async (request, response) => {
    const [path, query] = splitUrl(request.url ?? '/')
    if (path.startsWith('/__local/')) return local(request, response)
    const behavior = behaviorFor(path, distribution)
    request.headers = withStageCookies(request.headers)
    const { origin } = behavior
    const fromSources = origin.kind === 'bucket' && !buckets?.has(origin.name) ? developmentSite?.() : null
    if (fromSources && !STORED_ONLY.includes(path) && !path.startsWith('/assets/'))
      return fromSources(request, response)
    const { remoteAddress = '', remotePort = 0 } = request.socket
    const leaving = new AbortController()
    response.once('close', () => leaving.abort())
    const address = { ip: remoteAddress, port: remotePort }
    const viewed = { request, path, query, address, left: leaving.signal }
    const answer = await answerFor(viewed, behavior, options)
    await send(request, response, await finish(viewed, answer, behavior, options.redirects), behavior)
  })
  return {
    ...running,
    close: async () => {
      await running.close()
      closeOriginConnections()
    },
  }
}

/** Dot segments of the path are resolved first. */
function behaviorFor(path: string, { behaviors }: Distribution): Behavior {
  const normal = URL.canParse(path, 'http://edge') ? new URL(path, 'http://edge').pathname : path
  const found = behaviors.find(
    ({ pathPattern }) => pathPattern === null || matchesPattern(normal, pathPattern),
  )
  return found as Behavior
}

async function answerFor(viewed: Viewed, behavior: Behavior, options: EdgeOptions): Promise<EdgeAnswer> {
  const { request } = viewed
  const { distribution, site, buckets, now = () => new Date() } = options
  let { path, query } = viewed
  if (!behavior.allowedMethods.includes(request.method ?? ''))
    return xmlError(403, 'MethodNotAllowed', 'This method is not allowed here.')
  if (behavior.trustedKeys) {
    const origin = `http://${request.headers.host ?? ''}`
    const check = checkSignedUrl(origin, request.url ?? '/', behavior.trustedKeys, now())
    if (check.kind === 'refused') return xmlError(403, check.code, check.message)
    ;[path, query] = splitUrl(check.url)
  }
  if (behavior.onRequest) {
    const outcome = await behavior.onRequest.onRequest({ ...head(viewed), uri: path })
    if (outcome.kind === 'response') {
      const own = ownAnswer(outcome.status, 'text/html', outcome.body)
      return { ...own, headers: { ...own.headers, ...outcome.headers } }
    }
    path = outcome.uri
  }
  const { origin } = behavior
  if (origin.kind === 'bucket') {
    const key = path === '/' ? distribution.defaultRootObject : decodeKey(path.slice(1))
    return objectAnswer(request, (buckets?.get(origin.name) ?? site).get(key))
  }
  return fromOrigin(viewed, behavior, origin, { path, query }, options)
}

function fromOrigin(
  { request, address, left }: Viewed,
  { policies }: Behavior,
  origin: Extract<Origin, { kind: 'http' }>,
  { path, query }: { path: string; query: string },
  { originPorts, edgeSecret }: EdgeOptions,
): Promise<EdgeAnswer> {
  const port = originPorts.get(origin.host)
  if (port === undefined) throw new Error(`No local server stands for the origin ${origin.host}`)
  const sentQuery = originQuery(query, policies)
  return callOrigin(request, {
    port,
    path: `${origin.path}${path}${sentQuery && `?${sentQuery}`}`,
    headers: {
      ...originHeaders(request.headers, address, origin.host, policies),
      ...origin.headers,
      ...(origin.isSigned && { [EDGE_SIGNATURE_HEADER]: edgeSecret }),
    },
    readTimeoutMs: origin.readTimeoutMs,
    policies,
    viewerLeft: left,
  })
}

/** Applies the header policy, the viewer-response function and CloudFront's own headers. */
async function finish(
  viewed: Viewed,
  answer: EdgeAnswer,
  behavior: Behavior,
  redirects: ReadonlyMap<string, string> = new Map(),
): Promise<EdgeAnswer> {
  let { status } = answer
  let headers = withStorableCookies(answer.headers, viewed.request.headers['user-agent'])
  const location = headers.location === undefined ? null : localAddress(String(headers.location), redirects)
  if (location !== null) headers = { ...headers, location }
  if (behavior.responseHeaders) headers = applyResponseHeaders(headers, behavior.responseHeaders)
  if (behavior.onResponse && answer.fromOrigin && status < 400) {
    const changed = await behavior.onResponse.onResponse(head(viewed), { status, headers })
    status = changed.status
    headers = changed.headers
  }
  return { ...answer, status, headers: { ...headers, via: '1.1 local.cloudfront.net (CloudFront)' } }
}

async function send(
  request: IncomingMessage,
  response: ServerResponse,
  { status, headers, body }: EdgeAnswer,
  { compress }: Behavior,
): Promise<void> {
  const encoding = compress ? chooseEncoding(request.headers['accept-encoding'] ?? '', status, headers) : null
  response.writeHead(status, encoding ? compressedHeaders(headers, encoding) : headers)
  if (!body || request.method === 'HEAD') {
    if (body instanceof Readable) body.on('error', () => {}).resume()
    response.end()
    return
  }
  if (Buffer.isBuffer(body)) {
    response.end(encoding ? await compressFile(body, encoding) : body)
    return
  }
  // A viewer or an origin that leaves breaks the other connection, since half an answer is none.
  await (encoding ? pipeline(body, createCompressor(encoding), response) : pipeline(body, response)).catch(
    () => {},
  )
}

/** Returns the stand-in's address of a redirect; null when none stands in. */
function localAddress(location: string, redirects: ReadonlyMap<string, string>): string | null {
  const url = URL.canParse(location) ? new URL(location) : null
  const standIn = url && redirects.get(url.origin)
  return url && standIn ? `${standIn}${url.pathname}${url.search}` : null
}

function head({ request, path, query, address }: Viewed) {
  return { method: request.method ?? 'GET', uri: path, query, headers: request.headers, ip: address.ip }
}

function decodeKey(key: string): string {
  try {
    return decodeURIComponent(key)
  } catch {
    return key
  }
}
