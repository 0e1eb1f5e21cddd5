import type { createHash } from 'node:crypto'
import type { RequestEvent, ViewerRequest, ViewerResponse } from '../edge-functions.ts'

declare const LINK_COOKIE: string
declare const LINK_PARAMETER: string
declare const PREPARED_FILE: string
declare const PREPARED: string
/** CloudFront's modules are loaded this way. */
declare const require: (name: 'crypto') => { createHash: typeof createHash }
const crypto = require('crypto')

/** Parameters of a signed policy, which has its end within. CloudFront shows them to functions, and not to origins. */
const SIGNATURE = ['Policy', 'Signature', 'Key-Pair-Id', 'Hash-Algorithm']

/**
 * Refuses a document link in another browser than the one that got it: the link contains the hash of that one's cookie.
 */
export function handler(event: RequestEvent): ViewerRequest | ViewerResponse {
  const request = event.request
  const cookie = request.cookies[LINK_COOKIE]
  const bound = request.querystring[LINK_PARAMETER]
  const isBound =
    cookie && bound && crypto.createHash('sha256').update(cookie.value).digest('hex') === bound.value
  const isForPages = request.uri.startsWith(PREPARED) || request.querystring['Policy'] !== undefined
  if (isBound && (!isForPages || isPlain(request))) return request
  return { statusCode: 403, statusDescription: 'Forbidden' }
}

/**
 * Links of prepared documents are signed by a policy with a wildcard, which would also cover a second parameter, the
 * hash of another browser's cookie, or a path that climbs to another document.
 */
function isPlain(request: ViewerRequest): boolean {
  const fields = request.querystring
  const isSigned = Object.keys(fields).every(
    (name) => (name === LINK_PARAMETER || SIGNATURE.includes(name)) && !fields[name]?.multiValue,
  )
  return isSigned && new RegExp(PREPARED_FILE).test(request.uri)
}
