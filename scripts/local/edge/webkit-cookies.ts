import type { IncomingHttpHeaders } from 'node:http'

const PREFIX = '__Host-'
const LOCAL_PREFIX = 'local-'

/**
 * True for Safari and WebKitGTK, which over http store no cookie that is `Secure` or named `__Host-…`. Other browsers
 * trust localhost.
 */
function isWebKit(userAgent = ''): boolean {
  return userAgent.includes('AppleWebKit') && !/Chrom(?:e|ium)\//.test(userAgent)
}

/** Returns the headers of a request with the names that cookies have on a deployed stage. */
export function withStageCookies(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { cookie } = headers
  if (!cookie || !isWebKit(headers['user-agent'])) return headers
  return { ...headers, cookie: cookie.replace(new RegExp(`(?<=^|; *)${LOCAL_PREFIX}`, 'g'), PREFIX) }
}

/** Returns the headers of an answer with cookies that the browser of the request stores. */
export function withStorableCookies<Headers extends Record<string, unknown>>(
  headers: Headers,
  userAgent: string | undefined,
): Headers {
  const cookies = headers['set-cookie'] as string | string[] | undefined
  if (!cookies || !isWebKit(userAgent)) return headers
  const storable = [cookies]
    .flat()
    .map((cookie) => cookie.replace(PREFIX, LOCAL_PREFIX).replace(/; *Secure(?=;|$)/i, ''))
  return { ...headers, 'set-cookie': storable }
}
