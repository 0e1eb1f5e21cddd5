import type { IncomingHttpHeaders } from 'node:http'

const PREFIX = '__Host-'
const LOCAL_PREFIX = 'local-'

/** Older versions of Chrome get plain cookies: 109 is known to need them. */
const TRUSTING_CHROME = 120

/**
 * True for Safari, WebKitGTK and old versions of Chrome, which over http store no cookie that is named `__Host-…`, and
 * partly none that is `Secure`. Other browsers trust localhost.
 */
function needsPlainCookies(userAgent = ''): boolean {
  if (!userAgent.includes('AppleWebKit')) return false
  return Number(/Chrom(?:e|ium)\/(\d+)/.exec(userAgent)?.[1] ?? 0) < TRUSTING_CHROME
}

/** Returns the headers of a request with the names that cookies have on a deployed stage. */
export function withStageCookies(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  const { cookie } = headers
  if (!cookie || !needsPlainCookies(headers['user-agent'])) return headers
  return { ...headers, cookie: cookie.replace(new RegExp(`(?<=^|; *)${LOCAL_PREFIX}`, 'g'), PREFIX) }
}

/** Returns the headers of an answer with cookies that the browser of the request stores. */
export function withStorableCookies<Headers extends Record<string, unknown>>(
  headers: Headers,
  userAgent: string | undefined,
): Headers {
  const cookies = headers['set-cookie'] as string | string[] | undefined
  if (!cookies || !needsPlainCookies(userAgent)) return headers
  const storable = [cookies]
    .flat()
    .map((cookie) => cookie.replace(PREFIX, LOCAL_PREFIX).replace(/; *Secure(?=;|$)/i, ''))
  return { ...headers, 'set-cookie': storable }
}
