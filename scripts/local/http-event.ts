import { randomUUID } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'

/** An event of payload format 2.0. */
export type HttpEventSource = {
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

/** Makes the event of a call. @throws URIError when the path is not well encoded */
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

/** Splits a request line's address. */
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
