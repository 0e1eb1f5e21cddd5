import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import { isPrerendered } from '#shared/catalogue/pages.ts'

/**
 * What the service worker does with a request.
 * - `network`: not handled, as without a worker.
 * - `page`: a public page, from the network; from the cache where the network is slow or absent.
 * - `shell`: any other page, from the network; offline the empty shell, which says so.
 * - `list`: a public list, or the file of the search, from the cache and refreshed in the background.
 */
export type Treatment = 'network' | 'page' | 'shell' | 'list'

type Asked = Pick<Request, 'method' | 'url' | 'mode'> & { headers: Pick<Headers, 'has'> }

/** Lists and papers that are the same for everyone; all other routes are personal or restricted. */
const PUBLIC_LIST = /^\/api\/(?:subjects(?:\/[^/]+)?|videos|chapters\/[^/]+\/[^/]+\/[^/]+)$/

/** API answers, documents and files. */
const NEVER_A_PAGE = /^\/(?:api|files|assets|__local)\/|\.[^/]*$/

/** How a request from a page of this origin is treated. */
export function treatmentOf({ method, url, mode, headers }: Asked, origin: string): Treatment {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin || headers.has('authorization')) return 'network'
  if (PUBLIC_LIST.test(pathname) || pathname === SEARCH_FILE) return 'list'
  if (NEVER_A_PAGE.test(pathname)) return 'network'
  if (isPrerendered(pathname)) return 'page'
  return mode === 'navigate' ? 'shell' : 'network'
}

/** Whether a response may be cached: complete, not redirected, and not forbidden by its headers. */
export function isStorable({
  status,
  redirected,
  headers,
}: Pick<Response, 'status' | 'redirected' | 'headers'>) {
  return status === 200 && !redirected && !/no-store|private/.test(headers.get('cache-control') ?? '')
}
