import { SEARCH_FILE, STATEMENTS_FILE, withoutSlash } from '#shared/catalogue/page-path.ts'
import { isPersonal, isPrerendered } from '#shared/catalogue/pages.ts'

/**
 * The service worker's answer to a request.
 * - `network`: not handled, as without a worker.
 * - `page`: a public page, or a personal one, whose HTML is the empty shell: from the cache, and renewed in the
 *   background.
 * - `unknown`: any other page, from the network; offline the shell, which says so.
 * - `list`: a public list, or a file of the search, from the cache and renewed in the background.
 * - `file`: a file of the build, from the cache: its name changes with its content.
 */
export type Treatment = 'network' | 'page' | 'unknown' | 'list' | 'file'

/** The page that personal addresses use. */
export const SHELL = '/shell.html'

type Asked = Pick<Request, 'method' | 'url' | 'mode'> & { headers: Pick<Headers, 'has'> }

/** Lists and papers that are the same for everyone; all other routes are personal or restricted. */
const PUBLIC_LIST = /^\/api\/(?:subjects(?:\/[^/]+)?|exercises|videos|chapters\/[^/]+\/[^/]+\/[^/]+)$/

const SEARCH_FILES = [SEARCH_FILE, STATEMENTS_FILE]

const FILE_FOLDER = '/assets/'
/** API answers, documents and files. */
const NEVER_A_PAGE = /^\/(?:api|files|__local)\/|\.[^/]*$/

export function treatmentOf({ method, url, mode, headers }: Asked, origin: string): Treatment {
  const { origin: asked, pathname } = new URL(url)
  if (method !== 'GET' || asked !== origin || headers.has('authorization')) return 'network'
  if (PUBLIC_LIST.test(pathname) || SEARCH_FILES.includes(pathname)) return 'list'
  if (pathname.startsWith(FILE_FOLDER)) return 'file'
  if (NEVER_A_PAGE.test(pathname)) return 'network'
  if (isPrerendered(pathname)) return 'page'
  if (mode !== 'navigate') return 'network'
  return isPersonal(pathname) ? 'page' : 'unknown'
}

/** Only scripts read the query, and personal pages have the same HTML. */
export function storedAs(url: string): string {
  const { pathname } = new URL(url)
  return isPersonal(pathname) ? SHELL : withoutSlash(pathname)
}

type Answer = Pick<Response, 'status' | 'redirected' | 'headers'>

/** True when a response may be cached: complete, not redirected, and not forbidden by its headers. */
export function isStorable({ status, redirected, headers }: Answer): boolean {
  return status === 200 && !redirected && !/no-store|private/.test(headers.get('cache-control') ?? '')
}

/** A server may answer with a page in place of a removed file, which would then be hidden for ever. */
export function isStorableFile(answer: Answer): boolean {
  return isStorable(answer) && !/html/.test(answer.headers.get('content-type') ?? '')
}

/**
 * Returns what a new answer does to the stored copy of its page: the answer replaces it; a page that does not exist any
 * more, or belongs to another build, removes it; a failure of the server leaves it.
 * @param isUsable true when it {@link isOfBuild}
 */
export function fateOf(answer: Answer, isUsable: boolean): 'replaced' | 'removed' | 'kept' {
  if (isStorable(answer) && isUsable) return 'replaced'
  const isGone = answer.status === 404 || answer.status === 410
  return isGone || answer.status < 400 ? 'removed' : 'kept'
}

const FILE_OF_BUILD = /\/assets\/[\w.-]+\.(?:js|css)/g

/** Returns the scripts and styles of a build that a page's HTML names. */
export function filesIn(html: string): string[] {
  return html.match(FILE_OF_BUILD) ?? []
}

/** True when a page's HTML names only scripts and styles of one build, without which it would be of no use offline. */
export function isOfBuild(html: string, files: ReadonlySet<string>): boolean {
  return filesIn(html).every((file) => files.has(file))
}
