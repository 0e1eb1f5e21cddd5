import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import * as v from 'valibot'
import type { Counters } from '../counters.ts'
import { httpEvent, splitUrl } from '../http-event.ts'
import { BodyTooLarge, listen, type RunningServer, readBody, sendJson } from '../http-server.ts'
import type { LocalFunctions } from '../runtime/functions.ts'
import { type ApiDescription } from './api-template.ts'
import { type RouteMatch, routeFinder } from './routes.ts'
import { TokenBucket } from './throttle.ts'

export type GatewayOptions = {
  /** @default any free port */
  port?: number
  api: ApiDescription
  /** Asked at each call: hot reload puts new ones in their place. */
  functions: () => Pick<LocalFunctions, 'get'>
  counters: Counters
}

/** The HTTP API's own limit of a request. */
const MAX_BODY_BYTES = 10 * 1024 * 1024

/** Lambda's limit of an answer that is not streamed. */
const MAX_ANSWER_BYTES = 6_291_556

/** An answer in payload format 2.0. */
const Answer = v.object({
  statusCode: v.pipe(v.union([v.number(), v.string()]), v.transform(Number)),
  headers: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
  cookies: v.optional(v.array(v.string()), []),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.optional(v.boolean(), false),
})

type Target = ApiDescription['routes'][number]['target']

/** The HTTP API: the template's routes, each calling its function with an event of payload format 2.0. */
export function startGateway({ port = 0, api, functions, counters }: GatewayOptions): Promise<RunningServer> {
  const find = routeFinder(api.routes)
  const buckets = new Map<string, TokenBucket>()
  for (const { routeKey } of api.routes) {
    const settings = api.createThrottle(routeKey)
    if (settings) buckets.set(routeKey, new TokenBucket(settings))
  }

  return listen(port, async (request, response) => {
    const requestId = randomUUID()
    response.setHeader('apigw-requestid', requestId)
    counters.add('gateway requests')
    const match = findSafely(request)
    if (match === 'malformed') return sendJson(response, 400, { message: 'Bad Request' })
    if (!match) return sendJson(response, 404, { message: 'Not Found' })
    if (!(buckets.get(match.routeKey)?.take() ?? true))
      return sendJson(response, 429, { message: 'Too Many Requests' })
    await call(request, response, match, requestId)
  })

  function findSafely(request: IncomingMessage): RouteMatch<Target> | null | 'malformed' {
    const [path] = splitUrl(request.url ?? '/')
    try {
      decodeURI(path)
      return find(request.method ?? 'GET', path)
    } catch {
      return 'malformed'
    }
  }

  async function call(
    request: IncomingMessage,
    response: ServerResponse,
    match: RouteMatch<Target>,
    requestId: string,
  ): Promise<void> {
    const body = await readBody(request, MAX_BODY_BYTES).catch((error: unknown) => {
      if (error instanceof BodyTooLarge) return null
      throw error
    })
    if (!body)
      return sendJson(response, 413, { message: 'Request Entity Too Large' }, { connection: 'close' })
    const event = httpEvent({
      method: request.method ?? 'GET',
      url: request.url ?? '/',
      headers: request.headers,
      body,
      sourceIp: sourceIpOf(request),
      routeKey: match.routeKey,
      pathParameters: match.pathParameters,
      domainName: api.domainName,
      requestId,
    })
    counters.add(`function ${match.target.functionArn.replace(/^.*:function:/, '')}`)
    const outcome = await functions().get(match.target.functionArn).invoke(event)
    if (outcome.kind !== 'result' || Buffer.byteLength(outcome.json) > MAX_ANSWER_BYTES) {
      return sendJson(response, 500, { message: 'Internal Server Error' })
    }
    sendAnswer(response, outcome.json)
  }
}

/** The gateway believes the last address that its caller adds; the edge is the only caller. */
function sourceIpOf(request: IncomingMessage): string {
  return (
    request.headers['x-forwarded-for']?.toString().split(/, */).at(-1) ?? request.socket.remoteAddress ?? ''
  )
}

function sendAnswer(response: ServerResponse, json: string): void {
  const parsed = v.safeParse(Answer, JSON.parse(json))
  if (!parsed.success) {
    // Without a status the whole result is the body, as payload format 2.0 says.
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) })
    response.end(json)
    return
  }
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.output
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value))
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'text/plain;charset=utf-8')
  if (statusCode !== 204 && statusCode !== 304) response.setHeader('content-length', bytes.length)
  response.writeHead(statusCode)
  response.end(statusCode === 204 || statusCode === 304 ? undefined : bytes)
}
