import { createHash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import { createContext, Script } from 'node:vm'
import * as v from 'valibot'

/** CloudFront refuses longer code. */
const MAX_CODE_BYTES = 10 * 1024
const MAX_RUN_MS = 2_000

const Multi = v.objectWithRest({ value: v.string() }, v.unknown())
const Request = v.object({ uri: v.string() })
const Response = v.object({
  statusCode: v.number(),
  headers: v.optional(v.record(v.string(), Multi), {}),
  body: v.optional(v.union([v.string(), v.object({ data: v.string() })])),
})

type ViewerRequest = { method: string; uri: string; query: string; headers: IncomingHttpHeaders; ip: string }
type ViewerResponse = { status: number; headers: Record<string, string | string[]> }

/** A viewer-request function either changes the request's path or answers itself. */
type RequestOutcome =
  | { kind: 'request'; uri: string }
  | { kind: 'response'; status: number; headers: Record<string, string>; body: string }

const MODULES: Record<string, unknown> = { crypto: { createHash } }

/** Runs a CloudFront Function in a context without Node's globals. */
export class EdgeFunction {
  readonly #handler: (event: unknown) => unknown

  /** @throws Error when the code does not parse, is too long or has no `handler` */
  constructor(name: string, code: string) {
    const bytes = Buffer.byteLength(code)
    if (bytes > MAX_CODE_BYTES)
      throw new Error(`${name} has ${bytes} bytes; CloudFront takes ${MAX_CODE_BYTES}`)
    const context = createContext({
      console: { log: () => {} },
      require: (module: string) => MODULES[module],
    })
    new Script(code, { filename: name }).runInContext(context)
    const call = new Script('handler(JSON.parse(event))')
    this.#handler = (event) => {
      context.event = JSON.stringify(event)
      return call.runInContext(context, { timeout: MAX_RUN_MS })
    }
  }

  async onRequest(request: ViewerRequest): Promise<RequestOutcome> {
    const result: unknown = await this.#handler(createEvent('viewer-request', request))
    const answer = v.safeParse(Response, result)
    if (!answer.success) return { kind: 'request', uri: v.parse(Request, result).uri }
    const { statusCode: status, headers, body = '' } = answer.output
    const text = typeof body === 'string' ? body : body.data
    return { kind: 'response', status, headers: mapValues(headers, ({ value }) => value), body: text }
  }

  /** CloudFront calls it only for an origin's answer below 400. */
  async onResponse(request: ViewerRequest, { status, headers }: ViewerResponse): Promise<ViewerResponse> {
    const response = {
      statusCode: status,
      headers: mapValues(headers, (value) => ({ value: String(value) })),
    }
    const event = { ...createEvent('viewer-response', request), response }
    const changed = v.parse(Response, await this.#handler(event))
    return { status: changed.statusCode, headers: mapValues(changed.headers, ({ value }) => value) }
  }
}

function createEvent(eventType: string, { method, uri, query, headers, ip }: ViewerRequest) {
  return {
    version: '1.0',
    context: {
      distributionDomainName: 'local.cloudfront.net',
      distributionId: 'ELOCAL',
      eventType,
      requestId: 'local',
    },
    viewer: { ip },
    request: {
      method,
      uri,
      querystring: fieldsOf(query),
      headers: mapValues(headers, (value) => ({ value: String(value ?? '') })),
      cookies: cookiesOf(headers.cookie),
    },
  }
}

/** Keeps the viewer's spelling; a repeated field has all its values. */
function fieldsOf(query: string): Record<string, { value: string; multiValue?: { value: string }[] }> {
  const pairs = query
    .split('&')
    .filter(Boolean)
    .map((pair) => pair.split(/=(.*)/s))
  const byName = Object.entries(Object.groupBy(pairs, ([name = '']) => name))
  return Object.fromEntries(
    byName.map(([name, sent = []]) => {
      const values = sent.map(([, value = '']) => ({ value }))
      return [name, { value: values.at(-1)?.value ?? '', ...(values.length > 1 && { multiValue: values }) }]
    }),
  )
}

function cookiesOf(header = ''): Record<string, { value: string }> {
  const pairs = header.split(/; */).map((pair) => pair.split(/=(.*)/s))
  return Object.fromEntries(pairs.map(([name = '', value = '']) => [name, { value }]))
}

function mapValues<T, R>(object: Record<string, T>, change: (value: T) => R): Record<string, R> {
  return Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value)]))
}
