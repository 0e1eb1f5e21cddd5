import type { MiddlewareObj } from '@middy/core'
import type { APIGatewayProxyEventV2, Context } from 'aws-lambda'
import * as v from 'valibot'
import { isFile, queryFields, type Route } from '#shared/contract/route.ts'
import { DomainError, type FieldFault } from '#shared/domain/domain-error.ts'
import { isWithinPayload } from '#shared/domain/payload-limit.ts'
import { validationMessages as texts } from '#shared/entities/validation-messages.ts'

/** A request parsed by its route's schemas. A part that the route does not have is undefined. */
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

/**
 * Parses path parameters, query and body by the route's schemas.
 * @throws DomainError NOT_FOUND when nothing can have the ids in the path, else PAYLOAD_TOO_LARGE, else INVALID_REQUEST
 *   with every fault of query and body, in French
 */
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

/** Returns the sentence of faults without a sentence of their own, such as missing fields. */
function frenchFallback({ input }: v.BaseIssue<unknown>): string {
  return input === undefined || input === null ? texts.required : texts.invalid
}

/**
 * Returns the body's JSON, the text of a CSV body, or the bytes of a file. The size is checked on the bytes, before
 * anything is decoded; a missing body counts as an empty object, so that the answer can name the missing fields.
 * @throws DomainError PAYLOAD_TOO_LARGE, INVALID_REQUEST
 */
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

/**
 * Rejects keys that reach a prototype. middy's http-json-body-parser does the same, but loads node:http: 30 ms of
 * processor time at each cold start of functions that students call.
 */
function rejectPrototypeKeys(key: string, value: unknown): unknown {
  const isPrototype = typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
  if (key === '__proto__' || (key === 'constructor' && isPrototype)) throw new SyntaxError('Forbidden key')
  return value
}
