import { LINK_COOKIE, LINK_PARAMETER } from '#shared/domain/documents/link-cookie.ts'

/**
 * CloudFront Function (viewer request) that refuses a document link in another browser than the one that asked for it: the
 * link names the hash of that browser's cookie. CloudFront checks the link's signature, which covers the parameter.
 */
export const DOCUMENT_REQUEST_FUNCTION = `
var crypto = require('crypto');
function handler(event) {
  var request = event.request;
  var cookie = request.cookies['${LINK_COOKIE}'];
  var bound = request.querystring['${LINK_PARAMETER}'];
  if (cookie && bound && crypto.createHash('sha256').update(cookie.value).digest('hex') === bound.value) return request;
  return { statusCode: 403, statusDescription: 'Forbidden' };
}
`
