import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders, ServerResponse } from 'node:http'
import * as v from 'valibot'
import { listen, type RunningServer, readBody, sendJson } from './http-server.ts'
import type { Invoke } from './runtime/functions.ts'
import type { Templates } from './template/templates.ts'

export function readApi(templates: Templates, region: string) {
  const api = templates.only('AWS::ApiGatewayV2::Api')
  const routes = templates.all('AWS::ApiGatewayV2::Route').map((route) => {
    const { RouteKey, Target } = route.read(v.object({ RouteKey: v.string(), Target: v.string() }))
    const integration = templates.byId(
      'AWS::ApiGatewayV2::Integration',
      Target.replace(/^integrations\//, ''),
    )
    const { IntegrationUri } = integration.read(v.object({ IntegrationUri: v.string() }))
    return { routeKey: RouteKey, functionArn: IntegrationUri }
  })
  return { domainName: `${api.id}.execute-api.${region}.amazonaws.com`, routes }
}

/** Limit of a request of an HTTP API. */
const MAX_BODY_BYTES = 10 * 1024 * 1024

/** Lambda's limit of an answer that is not streamed. */
const MAX_ANSWER_BYTES = 6_291_556

const Answer = v.object({
  statusCode: v.pipe(v.union([v.number(), v.string()]), v.transform(Number)),
  headers: v.optional(v.record(v.string(), v.union([v.string(), v.number(), v.boolean()])), {}),
  cookies: v.optional(v.array(v.string()), []),
  body: v.optional(v.string(), ''),
  isBase64Encoded: v.optional(v.boolean(), false),
})

/** Serves the template's routes, each calling its function with an event of payload format 2.0. */
export function startGateway(api: ReturnType<typeof readApi>, invoke: Invoke): Promise<RunningServer> {
  const find = routeFinder(api.routes)
  return listen(0, async (request, response) => {
    const requestId = randomUUID()
    response.setHeader('apigw-requestid', requestId)
    const { method = 'GET', url = '/', headers } = request
    const [path] = splitUrl(url)
    if (!isWellEncoded(path)) return sendJson(response, 400, { message: 'Bad Request' })
    const match = find(method, path)
    if (!match) return sendJson(response, 404, { message: 'Not Found' })
    const { routeKey, pathParameters, functionArn } = match
    const body = await readBody(request, MAX_BODY_BYTES)
    // The gateway believes the last address that its caller adds; the edge is the only caller.
    const sourceIp = headers['x-forwarded-for']?.toString().split(/, */).at(-1) ?? ''
    const { domainName } = api
    const call = { method, url, headers, body, sourceIp, routeKey, pathParameters, domainName, requestId }
    const outcome = await invoke(functionArn, httpEvent(call))
    if (outcome.kind !== 'result' || Buffer.byteLength(outcome.json) > MAX_ANSWER_BYTES)
      return sendJson(response, 500, { message: 'Internal Server Error' })
    sendAnswer(response, outcome.json)
  })
}

function isWellEncoded(path: string): boolean {
  try {
    return decodeURIComponent(path) !== ''
  } catch {
    return false
  }
}

function sendAnswer(response: ServerResponse, json: string): void {
  const result: unknown = JSON.parse(json)
  const parsed = v.safeParse(Answer, result)
  // In payload format 2.0 a result without a status is the body.
  if (!parsed.success) return sendJson(response, 200, result)
  const { statusCode, headers, cookies, body, isBase64Encoded } = parsed.output
  const bytes = Buffer.from(body, isBase64Encoded ? 'base64' : 'utf8')
  for (const [name, value] of Object.entries(headers)) response.setHeader(name, String(value))
  if (cookies.length > 0) response.setHeader('set-cookie', cookies)
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'text/plain;charset=utf-8')
  const isEmpty = statusCode === 204 || statusCode === 304
  if (!isEmpty) response.setHeader('content-length', bytes.length)
  response.writeHead(statusCode).end(isEmpty ? undefined : bytes)
}

type GatewayRoute = { routeKey: string; functionArn: string }

type RouteMatch = GatewayRoute & { pathParameters: Record<string, string> }

/** Finds the route of a request as HTTP APIs do: literal segments win over variables, `$default` takes the rest. */
function routeFinder(routes: readonly GatewayRoute[]) {
  const fallback = routes.find(({ routeKey }) => routeKey === '$default')
  // A brace sorts after every letter.
  const compiled = routes
    .filter((route) => route !== fallback)
    .toSorted((a, b) => (a.routeKey < b.routeKey ? -1 : 1))
    .map((route) => ({ ...route, pattern: patternOf(route.routeKey) }))

  return (method: string, path: string): RouteMatch | null => {
    for (const { pattern, ...route } of compiled) {
      const found = pattern.exec(`${method} ${path}`)
      if (found) return { ...route, pathParameters: decodeAll(found.groups ?? {}) }
    }
    return fallback ? { ...fallback, pathParameters: {} } : null
  }
}

function patternOf(routeKey: string): RegExp {
  const literal = routeKey.replace(/[.*+?^$()|[\]\\]/g, '\\$&')
  return new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>[^/]+)')}$`)
}

function decodeAll(groups: Record<string, string>): Record<string, string> {
  return Object.fromEntries(Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]))
}

type HttpEventSource = {
  method: string
  /** Path and query as received. */
  url: string
  headers: IncomingHttpHeaders
  body: Buffer
  sourceIp: string
  routeKey: string
  pathParameters?: Record<string, string>
  domainName: string
  requestId?: string
}

const TEXT_TYPES =
  /^(?:text\/|application\/(?:json|javascript|xml|x-www-form-urlencoded)|[^;]+\+(?:json|xml))/i

/** @throws URIError when the path is not well encoded */
export function httpEvent(source: HttpEventSource): Record<string, unknown> {
  const [rawPath = '/', rawQueryString = ''] = splitUrl(source.url)
  const headers = flatHeaders(source.headers)
  const cookies = headers.cookie?.split(/; */)
  delete headers.cookie
  const query = queryParameters(rawQueryString)
  const now = new Date()
  const isText = TEXT_TYPES.test(headers['content-type'] ?? 'text/plain')
  const hasBody = source.body.length > 0
  const path = decodeURI(rawPath)
  return {
    version: '2.0',
    routeKey: source.routeKey,
    rawPath: path,
    rawQueryString,
    ...(cookies && { cookies }),
    headers,
    ...(query && { queryStringParameters: query }),
    ...(source.pathParameters && Object.keys(source.pathParameters).length > 0
      ? { pathParameters: source.pathParameters }
      : {}),
    requestContext: {
      accountId: '000000000000',
      apiId: source.domainName.split('.')[0],
      domainName: source.domainName,
      domainPrefix: source.domainName.split('.')[0],
      http: {
        method: source.method,
        path,
        protocol: 'HTTP/1.1',
        sourceIp: source.sourceIp,
        userAgent: headers['user-agent'] ?? '',
      },
      requestId: source.requestId ?? randomUUID(),
      routeKey: source.routeKey,
      stage: '$default',
      time: now.toISOString(),
      timeEpoch: now.getTime(),
    },
    ...(hasBody && { body: isText ? source.body.toString('utf8') : source.body.toString('base64') }),
    isBase64Encoded: hasBody && !isText,
  }
}

export function splitUrl(url: string): [path: string, query: string] {
  const at = url.indexOf('?')
  return at < 0 ? [url, ''] : [url.slice(0, at), url.slice(at + 1)]
}

/** Joins repeated headers by commas. */
function flatHeaders(headers: IncomingHttpHeaders): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, Array.isArray(value) ? value.join(',') : value]],
    ),
  )
}

function queryParameters(query: string): Record<string, string> | null {
  if (query === '') return null
  const values: Record<string, string> = {}
  for (const [name, value] of new URLSearchParams(query))
    values[name] = Object.hasOwn(values, name) ? `${values[name]},${value}` : value
  return values
}
