import { isPrerendered } from '#shared/catalogue/pages.ts'

/**
 * What the service worker does with a request.
 * - `network`: nothing; the browser goes on as if there were no worker.
 * - `page`: a public page, from the network; from the last visit where the network is slow or absent.
 * - `shell`: any other page, from the network; without one the empty shell, which says what is missing.
 * - `list`: a public list, at once from the last visit and renewed behind it.
 */
export type Treatment = 'network' | 'page' | 'shell' | 'list'

type Asked = Pick<Request, 'method' | 'url' | 'mode'> & { headers: Pick<Headers, 'has'> }

/** Lists that are the same for everyone. Whatever the API has beside them is personal or gated. */
const PUBLIC_LIST = /^\/api\/(?:subjects|videos|chapters\/[^/]+\/[^/]+\/[^/]+)$/

/** Answers about a person, documents, and what is no page. */
const NEVER_A_PAGE = /^\/(?:api|files|assets|__local)\/|\.[^/]*$/

/** How a request from a page of this origin is treated. */
export function treatmentOf({ method, url, mode, headers }: Asked, origin: string): Treatment {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin || headers.has('authorization')) return 'network'
  if (PUBLIC_LIST.test(pathname)) return 'list'
  if (NEVER_A_PAGE.test(pathname)) return 'network'
  if (isPrerendered(pathname)) return 'page'
  return mode === 'navigate' ? 'shell' : 'network'
}

/** Whether an answer may be kept: a whole one, from where it was asked, that does not forbid it. */
export function isStorable({
  status,
  redirected,
  headers,
}: Pick<Response, 'status' | 'redirected' | 'headers'>) {
  return status === 200 && !redirected && !/no-store|private/.test(headers.get('cache-control') ?? '')
}
