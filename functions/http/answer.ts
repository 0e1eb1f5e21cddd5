import { createHash } from 'node:crypto'
import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import * as v from 'valibot'
import { CsvPage } from '#shared/contract/query.ts'
import { isFile, NEXT_CURSOR_HEADER, type Route } from '#shared/contract/route.ts'
import { isWithinPayload } from '#shared/domain/payload-limit.ts'

type Answer = APIGatewayProxyStructuredResultV2

/** Middleware: answers with the result of the use case, reduced to what the contract declares. */
export function contractAnswer(route: Route): MiddlewareObj<APIGatewayProxyEventV2, unknown> {
  return {
    after: async (request) => {
      request.response = await answerOf(route, request.response, request.event.headers['if-none-match'])
    },
  }
}

/**
 * Returns the answer for the result of a use case, with the declared fields only.
 * @param ifNoneMatch the request's header of that name
 * @throws Error when the result breaks the contract; it names fields but no values
 */
async function answerOf(route: Route, result: unknown, ifNoneMatch: string | undefined): Promise<Answer> {
  if (route.response === undefined) return { statusCode: route.status, headers: { ...noStore } }
  const answer = checked(route, route.response, result)
  if (isFile(route.response)) return fileAnswer(route, answer as Blob)
  if (route.csv.includes('response')) return csvAnswer(route, v.parse(CsvPage, answer))
  const body = bounded(route, JSON.stringify(answer))
  if (route.access !== 'public' || route.sharedCacheSeconds === 0)
    return { statusCode: route.status, headers: { ...json, ...noStore, ...asFile(route) }, body }
  const headers = {
    // Browsers revalidate every time and get a 304 from the edge, which alone caches the list.
    'cache-control': `public, max-age=0, s-maxage=${route.sharedCacheSeconds}, must-revalidate`,
    etag: etagOf(body),
  }
  if (matches(ifNoneMatch, headers.etag)) return { statusCode: 304, headers }
  return { statusCode: route.status, headers: { ...json, ...headers }, body }
}

function asFile({ fileName }: Route): Record<string, string> {
  return fileName === null ? {} : { 'content-disposition': `attachment; filename="${fileName}"` }
}

function csvAnswer(route: Route, { csv, nextCursor }: CsvPage): Answer {
  const next = nextCursor === null ? {} : { [NEXT_CURSOR_HEADER]: nextCursor }
  return {
    statusCode: route.status,
    headers: { ...csvHeaders, ...noStore, ...next },
    body: bounded(route, csv),
  }
}

/**
 * Returns a file that a student sent. Its headers keep a browser from guessing another type, from running it and from
 * showing it as a page.
 */
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

function etagOf(body: string): string {
  return `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
}

/** Weak comparison (RFC 9110): the edge marks the tags of compressed answers as weak. */
function matches(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  return ifNoneMatch.split(',').some((tag) => {
    const candidate = tag.trim().replace(/^W\//, '')
    return candidate === etag || candidate === '*'
  })
}
