import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import type { Route } from '#shared/contract/define-route.ts'
import type { ApiHandler } from '../http/deadline.ts'
import { ORIGIN_SECRET_HEADER } from '../http/environment.ts'
import { createNonces } from '../http/proof.ts'
import { systemClock } from '../http/use-case.ts'
import { type Browser, testBrowser } from './browser.ts'

export const SITE_ORIGIN = 'https://site.exemple.test'

/** The origin secret of tests. Functions also accept the previous and the next one. */
export const ORIGIN_SECRET = 'secret-that-cloudfront-sends-now-2'
export const ORIGIN_SECRETS = [
  'secret-that-cloudfront-sent-before-1',
  ORIGIN_SECRET,
  'secret-that-cloudfront-sends-next-3',
]

export type Call = {
  params?: Record<string, string>
  query?: Record<string, string>
  /** Sent as JSON; text and bytes are sent as they are. */
  body?: unknown
  base64?: boolean
  headers?: Record<string, string>
  token?: string | undefined
  sessionId?: string | undefined
  cookies?: string[]
  /** The browser that proves a call with a token; null for no proof. */
  browser?: Browser | null
}

export type Answer = {
  status: number
  headers: Record<string, string>
  /** `Set-Cookie` headers. */
  cookies: string[]
  text: string
  // Tests read answers without types, and compare what they read.
  json: Record<string, unknown>
}

/** Calls a handler as CloudFront does through API Gateway's HTTP API (payload format 2.0). */
export async function call(
  handler: ApiHandler,
  route: Pick<Route, 'method' | 'path'>,
  options: Call = {},
): Promise<Answer> {
  const result = await handler(await createSignedEvent(route, options), createContext())
  return parseAnswer(result)
}

/** Creates an event whose token comes with a proof of its browser and the current nonce. */
export async function createSignedEvent(
  route: Pick<Route, 'method' | 'path'>,
  options: Call,
): Promise<APIGatewayProxyEventV2> {
  const { token, browser = testBrowser } = options
  const { body } = options
  const sent = body instanceof Blob ? { ...options, body: new Uint8Array(await body.arrayBuffer()) } : options
  const event = createEvent(route, sent)
  if (token === undefined || browser === null) return event
  const nonce = createNonces(ORIGIN_SECRETS, systemClock).present()
  const address = `${process.env.SITE_ORIGIN ?? SITE_ORIGIN}${event.rawPath}`
  const dpop = await browser.prove({ method: route.method, address, token, nonce })
  return { ...event, headers: { dpop, 'user-agent': browser.userAgent, ...event.headers } }
}

export function parseAnswer(result: APIGatewayProxyStructuredResultV2): Answer {
  const text = result.body ?? ''
  return {
    status: result.statusCode ?? 0,
    headers: Object.fromEntries(
      Object.entries(result.headers ?? {}).map(([name, value]) => [name, String(value)]),
    ),
    cookies: result.cookies ?? [],
    text,
    json: isJson(result) ? (JSON.parse(text) as Record<string, unknown>) : {},
  }
}

function isJson({ body, headers }: APIGatewayProxyStructuredResultV2): boolean {
  return Boolean(body) && /^application\/(?:problem\+)?json/.test(String(headers?.['content-type']))
}

export function createEvent(route: Pick<Route, 'method' | 'path'>, options: Call): APIGatewayProxyEventV2 {
  const { params = {}, query, body, base64 = false, headers = {}, token, sessionId, cookies } = options
  const path = route.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? name))
  const isBase64Encoded = base64 || body instanceof Uint8Array
  const isSentAsItIs = body === undefined || typeof body === 'string' || body instanceof Uint8Array
  const text = isSentAsItIs ? body : JSON.stringify(body)
  return {
    version: '2.0',
    routeKey: `${route.method} ${route.path}`,
    rawPath: path,
    rawQueryString: new URLSearchParams(query).toString(),
    headers: {
      [ORIGIN_SECRET_HEADER]: ORIGIN_SECRET,
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(sessionId !== undefined && { 'x-session-id': sessionId }),
      ...headers,
    },
    ...(Object.keys(params).length > 0 && { pathParameters: params }),
    ...(query && { queryStringParameters: query }),
    ...(cookies && { cookies }),
    requestContext: {
      accountId: '1',
      apiId: 'api',
      domainName: 'test',
      domainPrefix: 'test',
      http: { method: route.method, path, protocol: 'HTTP/1.1', sourceIp: '127.0.0.1', userAgent: 'test' },
      requestId: 'request-1',
      routeKey: `${route.method} ${route.path}`,
      stage: '$default',
      time: '',
      timeEpoch: 0,
    },
    ...(text !== undefined && {
      body: typeof text === 'string' && !base64 ? text : Buffer.from(text).toString('base64'),
    }),
    isBase64Encoded,
  }
}

export function createContext(): Context {
  return {
    awsRequestId: 'invocation-1',
    callbackWaitsForEmptyEventLoop: false,
    functionName: 'test',
    functionVersion: '1',
    invokedFunctionArn: 'arn',
    memoryLimitInMB: '512',
    logGroupName: 'group',
    logStreamName: 'stream',
    // Longer than a call takes on a machine under load.
    getRemainingTimeInMillis: () => 100_000,
    done: () => undefined,
    fail: () => undefined,
    succeed: () => undefined,
  }
}
