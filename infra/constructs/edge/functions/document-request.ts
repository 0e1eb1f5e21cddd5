import type { createHash } from 'node:crypto'
import type { RequestEvent, ViewerRequest, ViewerResponse } from './viewer-event.ts'

declare const LINK_COOKIE: string
declare const LINK_PARAMETER: string
/** CloudFront's modules are loaded this way. */
declare const require: (name: 'crypto') => { createHash: typeof createHash }
const crypto = require('crypto')

/**
 * Refuses a document link in another browser than the one that got it: the link contains the hash of that browser's
 * cookie. CloudFront checks the link's signature, which covers the parameter.
 */
export function handler(event: RequestEvent): ViewerRequest | ViewerResponse {
  const request = event.request
  const cookie = request.cookies[LINK_COOKIE]
  const bound = request.querystring[LINK_PARAMETER]
  const isBound =
    cookie && bound && crypto.createHash('sha256').update(cookie.value).digest('hex') === bound.value
  if (isBound) return request
  return { statusCode: 403, statusDescription: 'Forbidden' }
}
