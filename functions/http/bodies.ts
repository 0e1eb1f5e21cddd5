import { createHash } from 'node:crypto'
import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2, Context } from 'aws-lambda'
import * as v from 'valibot'
import { isFile, NEXT_CURSOR_HEADER, queryFields, type Route } from '#shared/contract/define-route.ts'
import { CsvPage } from '#shared/contract/query.ts'
import { DomainError, type FieldFault } from '#shared/domain/domain-error.ts'
import { isWithinPayload } from '#shared/domain/payload-limit.ts'
import { validationMessages as texts } from '#shared/entities/fields.ts'

type Answer = APIGatewayProxyStructuredResultV2

export function contractAnswer(route: Route): MiddlewareObj<APIGatewayProxyEventV2, unknown> {
  return {
    after: async (request) => {
      request.response = await answerOf(route, request.response, request.event.headers['if-none-match'])
    },
  }
}

/** @throws Error when the result breaks the contract; it names fields but no values */
async function answerOf(route: Route, result: unknown, ifNoneMatch: string | undefined): Promise<Answer> {
  if (route.response === undefined) return { statusCode: route.status, headers: { ...noStore } }
  const answer = checked(route, route.response, result)
  if (isFile(route.response)) return fileAnswer(route, answer as Blob)
  if (route.csv.includes('response')) return csvAnswer(route, v.parse(CsvPage, answer))
  const body = bounded(route, JSON.stringify(answer))
  const asFile = route.fileName !== null && {
    'content-disposition': `attachment; filename="${route.fileName}"`,
  }
  if (route.access !== 'public' || route.sharedCacheSeconds === 0)
    return { statusCode: route.status, headers: { ...json, ...noStore, ...asFile }, body }
  const headers = {
    // Browsers revalidate every time and get a 304 from the edge, which alone caches the list.
    'cache-control': `public, max-age=0, s-maxage=${route.sharedCacheSeconds}, must-revalidate`,
    etag: `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`,
  }
  if (matches(ifNoneMatch, headers.etag)) return { statusCode: 304, headers }
  return { statusCode: route.status, headers: { ...json, ...headers }, body }
}

function csvAnswer(route: Route, { csv, nextCursor }: CsvPage): Answer {
  const next = nextCursor === null ? {} : { [NEXT_CURSOR_HEADER]: nextCursor }
  return {
    statusCode: route.status,
    headers: { ...csvHeaders, ...noStore, ...next },
    body: bounded(route, csv),
  }
}

/** The headers keep a browser from guessing another type, from running the file and from showing it as a page. */
async function fileAnswer(route: Route, file: Blob): Promise<Answer> {
  const bytes = Buffer.from(await file.arrayBuffer())
  return {
    statusCode: route.status,
    headers: {
      'content-type': file.type,
      'content-disposition': 'attachment',
      'content-security-policy': "sandbox; default-src 'none'",
      'x-content-type-options': 'nosniff',
      ...noStore,
    },
    body: bounded(route, bytes.toString('base64')),
    isBase64Encoded: true,
  }
}

/** @throws Error for a body above Lambda's limit, so that the log names the route and the caller gets a problem */
function bounded({ method, path }: Route, body: string): string {
  if (!isWithinPayload(body))
    throw new Error(`The answer of ${method} ${path} is larger than Lambda passes on`)
  return body
}

const noStore = { 'cache-control': 'no-store' } as const
const csvHeaders = { 'content-type': 'text/csv; charset=utf-8', 'content-disposition': 'attachment' } as const
const json = { 'content-type': 'application/json; charset=utf-8' } as const

function checked({ method, path }: Route, schema: v.GenericSchema, result: unknown): unknown {
  const parsed = v.safeParse(schema, result)
  if (parsed.success) return parsed.output
  const faults = parsed.issues.map((issue) => `${v.getDotPath(issue) ?? ''}: ${issue.type}`).join(', ')
  throw new Error(`The answer of ${method} ${path} breaks the contract (${faults})`)
}

/** Weak comparison (RFC 9110): the edge marks the tags of compressed answers as weak. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => {
    const candidate = tag.trim().replace(/^W\//, '')
    return candidate === etag || candidate === '*'
  })
}

type ParsedRequest = { params: unknown; query: unknown; body: unknown }

/** Middleware: parses the request after the guard, so that no body of an unauthorised caller is parsed. */
export function requestParser(
  route: Route,
): MiddlewareObj<APIGatewayProxyEventV2, unknown, Error, Context & { request: ParsedRequest }> {
  return {
    before: ({ event, context }) => {
      context.request = parseRequest(route, event)
    },
  }
}

/** @throws DomainError NOT_FOUND for ids in the path, else PAYLOAD_TOO_LARGE, else INVALID_REQUEST with every fault */
function parseRequest(route: Route, event: APIGatewayProxyEventV2): ParsedRequest {
  const faults: FieldFault[] = []
  const params = parsePart(route.params, event.pathParameters ?? {}, faults)
  if (faults.length > 0) throw new DomainError('NOT_FOUND')
  const query = parseQuery(route, event.queryStringParameters ?? {}, faults)
  const body = parsePart(route.body, readBody(route, event), faults)
  if (faults.length > 0) throw new DomainError('INVALID_REQUEST', { errors: faults })
  return { params, query, body }
}

/** Reports an undeclared field as a fault of the whole query, so that no answer repeats the caller's text. */
function parseQuery(route: Route, sent: Record<string, string | undefined>, faults: FieldFault[]): unknown {
  const declared = queryFields(route)
  if (Object.keys(sent).some((name) => !declared.includes(name)))
    faults.push({ path: '', message: texts.unknownField })
  return parsePart(route.query, sent, faults)
}

function parsePart(schema: v.GenericSchema | undefined, value: unknown, faults: FieldFault[]): unknown {
  if (!schema) return undefined
  const parsed = v.safeParse(schema, value, { abortPipeEarly: true, message: frenchFallback })
  if (parsed.success) return parsed.output
  for (const issue of parsed.issues) faults.push({ path: v.getDotPath(issue) ?? '', message: issue.message })
  return undefined
}

function frenchFallback({ input }: v.BaseIssue<unknown>): string {
  return input === undefined || input === null ? texts.required : texts.invalid
}

/** The size is checked on the bytes; a missing body is an empty object, whose missing fields are named. */
function readBody(route: Route, { body = '', isBase64Encoded, headers }: APIGatewayProxyEventV2): unknown {
  const encoding = isBase64Encoded ? 'base64' : 'utf8'
  const isCsvRoute = route.csv.includes('body')
  if (Buffer.byteLength(body, encoding) > route.maxBodyBytes || !isWithinPayload(body))
    throw new DomainError('PAYLOAD_TOO_LARGE', isCsvRoute ? { detail: texts.fileTooLarge } : {})
  if (route.body === undefined) return undefined
  if (isFile(route.body)) return new Blob([Buffer.from(body, encoding)])
  const text = Buffer.from(body, encoding).toString('utf8')
  if (isCsvRoute && /^text\/csv\b/i.test(headers['content-type'] ?? '')) return text
  if (!body) return {}
  try {
    return JSON.parse(text, rejectPrototypeKeys)
  } catch {
    throw new DomainError('INVALID_REQUEST', {
      errors: [{ path: '', message: 'Le corps de la requête doit être du JSON valide.' }],
    })
  }
}

/** middy's http-json-body-parser does the same, but loads node:http: 30 ms of processor time at each cold start. */
function rejectPrototypeKeys(key: string, value: unknown): unknown {
  const isPrototype = typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
  if (key === '__proto__' || (key === 'constructor' && isPrototype)) throw new SyntaxError('Forbidden key')
  return value
}
