import { DomainError } from '#shared/domain/domain-error.ts'
import { validationMessages } from '#shared/entities/validation-messages.ts'
import type { CallRequest } from './call.ts'

/**
 * What the body's JSON says, or the text of a body in CSV. The size is checked on the bytes, before anything is decoded; a missing body counts as an
 * empty object, so that the answer can name the fields that are missing.
 * @throws DomainError PAYLOAD_TOO_LARGE, INVALID_REQUEST
 */
export function readBody(request: CallRequest): unknown {
  const { event } = request
  const { route } = event.call.handled
  if (bodyBytes(event) > route.maxBodyBytes) throw new DomainError('PAYLOAD_TOO_LARGE')
  if (route.body === undefined) return undefined
  const text = Buffer.from(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8').toString('utf8')
  if (route.csv.includes('body') && /^text\/csv\b/i.test(event.headers['content-type'] ?? '')) return text
  if (!event.body) return {}
  try {
    return JSON.parse(text, withoutForbidden)
  } catch {
    throw new DomainError('INVALID_REQUEST', { errors: [{ path: '', message: validationMessages.notJson }] })
  }
}

/**
 * Refuses keys that lead to a prototype, as middy's own parser does, whose module loads node:http for the names of status
 * codes: 30 ms of processor time at every start (bar P8).
 */
function withoutForbidden(key: string, value: unknown): unknown {
  const isPrototype = typeof value === 'object' && value !== null && Object.hasOwn(value, 'prototype')
  if (key === '__proto__' || (key === 'constructor' && isPrototype)) throw new SyntaxError('Forbidden key')
  return value
}

function bodyBytes({ body, isBase64Encoded }: CallRequest['event']): number {
  return body ? Buffer.byteLength(body, isBase64Encoded ? 'base64' : 'utf8') : 0
}
