/// <reference lib="webworker" />
import { clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { addPlugins, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { CacheFirst, NetworkOnly, Strategy, type StrategyHandler } from 'workbox-strategies'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import { OFFLINE_CACHE } from '#shared/domain/documents/offline-access.ts'
import { fateOf, isOfBuild, isStorable, SHELL, storedAs, type Treatment, treatmentOf } from './treatment.ts'

declare const self: ServiceWorkerGlobalScope

/** The styles and the scripts of every public page and of the search; the build defines it. */
declare const __PRECACHE__: { url: string; revision: string | null }[]
/** Everything that shows a PDF; the build defines it. */
declare const __VIEWER__: string[]
/** Changes with every file named above. */
declare const __VERSION__: string

/** Stored pages name files of their own build, which only this version's precache holds. */
const PAGES = `pages-${__VERSION__}`
const VIEWER = `viewer-${__VERSION__}`
const LISTS = 'lists'
// The build writes the lists wherever their names stand, so that each name is used once.
const PRECACHE = __PRECACHE__
const FILES = new Set(PRECACHE.map(({ url }) => url))
const VIEWER_FILES = new Set(__VIEWER__)
/** More than a student visits in a school year; a page takes some 40 kB of the phone. */
const MOST_PAGES = 100
/** Milliseconds after which a reloaded page comes from the cache on a slow network. */
const RELOAD_TIMEOUT_MS = 2_000

const onlyStorable: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isStorable(response) ? response : null),
}
/** The first visit comes first: requests of its page must not wait for files of other pages. */
const behindThePage: WorkboxPlugin = {
  requestWillFetch: async ({ request, event }) =>
    event?.type === 'install' ? new Request(request, { priority: 'low' }) : request,
}
const orShell: WorkboxPlugin = { handlerDidError: () => caches.match(SHELL, { cacheName: PAGES }) }

/**
 * Answers a page from the cache and renews it in the background; a page that is not stored, or reloaded, comes from the
 * network.
 */
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

/**
 * Stores an answer as a page's copy, or removes the copy, and tells open pages what has changed. @returns true when it
 * is stored
 */
async function storePage(key: string, answer: Response): Promise<boolean> {
  const pages = await caches.open(PAGES)
  const before = await pages.match(key)
  const fate = fateOf(answer, isOfBuild(await answer.clone().text(), FILES))
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

addPlugins([behindThePage])
precacheAndRoute(PRECACHE, { cleanURLs: false, directoryIndex: '' })
registerRoute(
  ({ sameOrigin, url }) => sameOrigin && VIEWER_FILES.has(url.pathname),
  new CacheFirst({ cacheName: VIEWER, plugins: [onlyStorable] }),
)
registerRoute(when('page'), new PageStrategy({ cacheName: PAGES, plugins: [orShell] }))
registerRoute(when('unknown'), new NetworkOnly({ plugins: [orShell] }))
registerRoute(when('list'), new ListStrategy({ cacheName: LISTS, plugins: [onlyStorable] }))

// A new version takes over at once without a reload: chunks that an open page still needs stay on the server.
void self.skipWaiting()
clientsClaim()
self.addEventListener('install', (event) =>
  event.waitUntil(Promise.all([installShell(), storeSearchFile(), storeViewerForKept()])),
)
self.addEventListener('message', ({ data, waitUntil }) => {
  if ((data as { type?: unknown } | null)?.type === 'STORE_VIEWER') waitUntil(storeViewer())
})
self.addEventListener('activate', (event) => event.waitUntil(activateVersion()))

/**
 * A deployment uploads this worker before the pages of its build are published. Until they are, the installation fails,
 * the previous version continues with its own pages, and the browser tries again with the next page.
 * @throws Error while the published shell belongs to another build
 */
async function installShell(): Promise<void> {
  if (!(await renewShell())) throw new Error('The pages of this build are not published yet')
}

/** The search also works without a network where it was never opened with one. */
async function storeSearchFile(): Promise<void> {
  const lists = await caches.open(LISTS)
  // Without the file the search finds chapters only, and says so.
  await lists.add(SEARCH_FILE).catch(() => undefined)
}

/** Fetches the parts of the viewer that this device does not have. Kept documents open without a network. */
async function storeViewer(): Promise<void> {
  const viewer = await caches.open(VIEWER)
  for (const file of VIEWER_FILES)
    if (!(await viewer.match(file))) await viewer.add(file).catch(() => undefined)
}

/** After a deployment documents that are kept need the viewer of the new version, since pages name its files. */
async function storeViewerForKept(): Promise<void> {
  if (await caches.has(OFFLINE_CACHE)) await storeViewer()
}

async function activateVersion(): Promise<void> {
  // The browser requests the page while the worker starts.
  await self.registration.navigationPreload?.enable()
  const old = (await caches.keys()).filter(
    (name) => /^(?:pages|viewer)-/.test(name) && name !== PAGES && name !== VIEWER,
  )
  await Promise.all(old.map((name) => caches.delete(name)))
}

function after<T>(ms: number, value: T): Promise<T> {
  return new Promise((resolve) => setTimeout(() => resolve(value), ms))
}
