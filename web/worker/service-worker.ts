/// <reference lib="webworker" />
import { clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkOnly, Strategy, type StrategyHandler } from 'workbox-strategies'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import { OFFLINE_CACHE } from '#shared/domain/documents/offline-cache.ts'
import {
  fateOf,
  filesIn,
  isOfBuild,
  isStorable,
  isStorableFile,
  SHELL,
  storedAs,
  type Treatment,
  treatmentOf,
} from './treatment.ts'

declare const self: ServiceWorkerGlobalScope

/** The styles and the scripts of every public page and of the search; the build defines it. */
declare const __PUBLIC_FILES__: string[]
/** The further scripts of a signed-in student; the build defines it. */
declare const __ACCOUNT_FILES__: string[]
/** The further files that list and show kept documents; the build defines it. */
declare const __VIEWER_FILES__: string[]
/** Changes with every file named above. */
declare const __VERSION__: string

/** Stored pages name files of their own build only. */
const PAGES = `pages-${__VERSION__}`
/** Files that pages have used, or that were fetched ahead; the name of each file changes with its content. */
const FILES = `files-${__VERSION__}`
const LISTS = 'lists'
// The build writes the lists wherever their names stand, so that each name is used once.
const PUBLIC_FILES = new Set(__PUBLIC_FILES__)
const ACCOUNT_FILES = new Set(__ACCOUNT_FILES__)
const VIEWER_FILES = new Set(__VIEWER_FILES__)
/** More than a student visits in a school year; a page takes some 40 kB of the phone. */
const MOST_PAGES = 100
/** Milliseconds after which a reloaded page comes from the cache on a slow network. */
const RELOAD_TIMEOUT_MS = 2_000

const onlyStorable: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isStorable(response) ? response : null),
}
const onlyFiles: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isStorableFile(response) ? response : null),
}
const orShell: WorkboxPlugin = { handlerDidError: () => caches.match(SHELL, { cacheName: PAGES }) }

/** Renews what it answers from the cache; a page that is not stored, or reloaded, comes from the network. */
class PageStrategy extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    const stored = await handler.cacheMatch(storedAs(request.url))
    // The browser requests the page while the worker starts; its answer must not be left unread.
    const renewal = this.#renew(request, handler)
    if (!stored) return renewal
    const renewedOrStored = renewal.catch(() => stored)
    void handler.waitUntil(renewedOrStored)
    if (isOpened(request)) return stored
    return Promise.race([renewedOrStored, after(RELOAD_TIMEOUT_MS, stored)])
  }

  async #renew(request: Request, handler: StrategyHandler): Promise<Response> {
    const answer = await handler.fetch(request)
    void handler.waitUntil(storePage(storedAs(request.url), answer.clone()).catch(() => undefined))
    return answer
  }
}

/** True for a page opened by a link, an address or the history; false when it is reloaded or fetched by a script. */
function isOpened({ mode, cache }: Request): boolean {
  return mode === 'navigate' && cache !== 'no-cache' && cache !== 'reload'
}

/** Also tells open pages what has changed. @returns true when it is stored */
async function storePage(key: string, answer: Response): Promise<boolean> {
  const pages = await caches.open(PAGES)
  const before = await pages.match(key)
  const fate = fateOf(answer, isOfBuild(await answer.clone().text(), PUBLIC_FILES))
  if (fate === 'kept') return false
  // This also applies when the disk is full: an old copy must not outlive the answer that would have replaced it.
  if (fate === 'removed' || !(await isPut(pages, key, answer))) {
    await pages.delete(key)
    return false
  }
  if (!before || before.headers.get('etag') === answer.headers.get('etag')) return true
  // The shell contains prices and announcements as well.
  if (key !== SHELL) await renewShell().catch(() => undefined)
  for (const page of await self.clients.matchAll({ type: 'window' }))
    page.postMessage({ type: 'PAGE_CHANGED' })
  return true
}

async function isPut(pages: Cache, key: string, answer: Response): Promise<boolean> {
  try {
    await pages.put(key, answer)
    const others = (await pages.keys()).filter(({ url }) => storedAs(url) !== SHELL)
    // The pages that were renewed longest ago come first.
    await Promise.all(others.slice(0, -MOST_PAGES).map((old) => pages.delete(old)))
    return true
  } catch {
    return false
  }
}

/** @returns true when the shell of this build is stored */
async function renewShell(): Promise<boolean> {
  return storePage(SHELL, await fetch(SHELL, { cache: 'no-cache' }))
}

/**
 * Answers a list from the cache and refreshes it in the background; a message tells the page that its list is outdated.
 * Workbox's own strategy compares with the cache at the time of the new answer, and misses a change that another
 * request has stored before it.
 */
class ListStrategy extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    // The page already shows a list that may be newer than the cached one.
    if (request.cache === 'no-cache') return handler.fetchAndCachePut(request)
    const shown = await handler.cacheMatch(request)
    if (!shown) return handler.fetchAndCachePut(request)
    // Offline, the cached list stays; the page itself says that there is no network.
    void handler.waitUntil(this.#refresh(request, handler, shown).catch(() => undefined))
    return shown
  }

  async #refresh(request: Request, handler: StrategyHandler, shown: Response): Promise<void> {
    const answer = await handler.fetch(request)
    const isStored = await handler.cachePut(request, answer.clone())
    if (!isStored || answer.headers.get('etag') === shown.headers.get('etag')) return
    const page = await self.clients.get((handler.event as FetchEvent).clientId)
    page?.postMessage({ type: 'LIST_CHANGED' })
  }
}

const when = (treatment: Treatment) => (asked: { request: Request }) =>
  treatmentOf(asked.request, self.location.origin) === treatment

registerRoute(when('file'), new CacheFirst({ cacheName: FILES, plugins: [onlyFiles] }))
registerRoute(when('page'), new PageStrategy({ cacheName: PAGES, plugins: [orShell] }))
registerRoute(when('unknown'), new NetworkOnly({ plugins: [orShell] }))
registerRoute(when('list'), new ListStrategy({ cacheName: LISTS, plugins: [onlyStorable] }))

// A new version takes over at once without a reload: chunks that an open page still needs stay on the server.
void self.skipWaiting()
clientsClaim()
self.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([installShell(), storeViewerForKept()])),
)
self.addEventListener('activate', (event) => event.waitUntil(activateVersion()))
self.addEventListener('message', (event) => {
  const { type } = (event.data ?? {}) as { type?: unknown }
  // Pages ask for both when they are idle and the network costs little (web/src/lib/loading/when-idle.ts).
  if (type === 'FETCH_AHEAD') event.waitUntil(fetchAhead())
  if (type === 'FETCH_ACCOUNT_PAGES') event.waitUntil(storeMissing(FILES, ACCOUNT_FILES))
  if (type === 'STORE_VIEWER') event.waitUntil(storeViewer())
})

// Pages count what the site costs a device (web/src/lib/data-meter.ts), and do not see what the worker requests.
new PerformanceObserver((list) => {
  const entries = list.getEntries() as PerformanceResourceTiming[]
  void reportTransferred(entries.reduce((sum, { transferSize }) => sum + transferSize, 0))
}).observe({ type: 'resource', buffered: true })

async function reportTransferred(bytes: number): Promise<void> {
  const [page] = await self.clients.matchAll({ type: 'window' })
  if (bytes > 0) page?.postMessage({ type: 'TRANSFERRED', bytes })
}

/**
 * A deployment uploads this worker before the pages of its build are published. Until they are, the installation fails,
 * the previous version continues with its own pages, and the browser tries again with the next page. The files of the
 * shell have mostly arrived with the page on screen.
 * @throws Error while the published shell belongs to another build
 */
async function installShell(): Promise<void> {
  if (!(await renewShell())) throw new Error('The pages of this build are not published yet')
  const shell = await caches.match(SHELL, { cacheName: PAGES })
  await storeMissing(FILES, filesIn((await shell?.text()) ?? ''))
}

/** Fetches what pages that were never visited need without a network, and what the search needs. */
async function fetchAhead(): Promise<void> {
  await storeMissing(FILES, PUBLIC_FILES)
  await storeMissing(LISTS, [SEARCH_FILE])
}

/** Fetches what opens kept documents without a network: the viewer, and the pages that list them. */
async function storeViewer(): Promise<void> {
  await storeMissing(FILES, [...PUBLIC_FILES, ...ACCOUNT_FILES, ...VIEWER_FILES])
}

/** After a deployment documents that are kept need the files of the new version. */
async function storeViewerForKept(): Promise<void> {
  if (await caches.has(OFFLINE_CACHE)) await storeViewer()
}

/** Without a network, or without the file, a later page asks again. Requests of the page on screen come first. */
async function storeMissing(cacheName: string, addresses: Iterable<string>): Promise<void> {
  const cache = await caches.open(cacheName)
  const store = async (address: string) => {
    if (await cache.match(address)) return
    const answer = await fetch(address, { priority: 'low' })
    if (isStorableFile(answer)) await cache.put(address, answer)
  }
  await Promise.allSettled([...addresses].map(store))
}

async function activateVersion(): Promise<void> {
  // The browser requests the page while the worker starts.
  await self.registration.navigationPreload?.enable()
  const old = (await caches.keys()).filter(isOfOtherVersion)
  await Promise.all(old.filter((name) => name.startsWith('files-')).map(keepSameFiles))
  await Promise.all(old.map((name) => caches.delete(name)))
}

/** Versions up to 1.0.0 kept the files in Workbox's own cache. */
function isOfOtherVersion(name: string): boolean {
  return /^(?:pages-|files-|workbox-precache)/.test(name) && name !== PAGES && name !== FILES
}

const isOfVersion = ({ url }: Request) => {
  const { pathname } = new URL(url)
  return [PUBLIC_FILES, ACCOUNT_FILES, VIEWER_FILES].some((files) => files.has(pathname))
}

/** Most files of a version are those of the version before, which are not paid for again. */
async function keepSameFiles(cacheName: string): Promise<void> {
  const [before, now] = await Promise.all([caches.open(cacheName), caches.open(FILES)])
  for (const request of await before.keys()) {
    const answer = isOfVersion(request) && (await before.match(request))
    if (answer) await now.put(request, answer)
  }
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), ms))
}
