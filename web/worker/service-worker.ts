/// <reference lib="webworker" />
import { clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst, NetworkOnly, Strategy, type StrategyHandler } from 'workbox-strategies'
import { SEARCH_FILE } from '#shared/catalogue/page-path.ts'
import { isStorable, type Treatment, treatmentOf } from './treatment.ts'

declare const self: ServiceWorkerGlobalScope

/** The shell, the style and the scripts of every public page and of the search; the build defines it. */
declare const __PRECACHE__: { url: string; revision: string | null }[]
/** Changes with whatever is precached. */
declare const __VERSION__: string

/** A cached page names scripts of its own version, which only this version's precache holds. */
const PAGES = `pages-${__VERSION__}`
const LISTS = 'lists'
const SHELL = '/shell.html'
/** How long a page waits for a slow network before it comes from the cache. */
const PAGE_TIMEOUT_SECONDS = 2

const onlyStorable: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isStorable(response) ? response : null),
}
/** Only scripts read the query (filters), so one copy per page is enough. */
const withoutQuery: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).pathname,
}
const orShell: WorkboxPlugin = { handlerDidError: () => matchPrecache(SHELL) }

/**
 * Answers a list from the cache and refreshes it in the background; a message tells the page that the list it shows is
 * outdated. Workbox's own strategy compares with the cache at the time of the new answer, and misses a change that
 * another request has stored in between.
 */
class ListStrategy extends Strategy {
  protected override async _handle(request: Request, handler: StrategyHandler): Promise<Response> {
    // The page shows a list that may be newer than the cached one.
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

precacheAndRoute(__PRECACHE__, { cleanURLs: false, directoryIndex: '' })
registerRoute(
  when('page'),
  new NetworkFirst({
    cacheName: PAGES,
    networkTimeoutSeconds: PAGE_TIMEOUT_SECONDS,
    plugins: [onlyStorable, withoutQuery, orShell],
  }),
)
registerRoute(when('shell'), new NetworkOnly({ plugins: [orShell] }))
registerRoute(when('list'), new ListStrategy({ cacheName: LISTS, plugins: [onlyStorable] }))

// A new version takes over at once without a reload: chunks that an open page still needs stay on the server.
void self.skipWaiting()
clientsClaim()
self.addEventListener('install', (event) => event.waitUntil(keepSearchFile()))
self.addEventListener('activate', (event) => event.waitUntil(activateVersion()))

/** The search works without a network also where it was never opened with one. */
async function keepSearchFile(): Promise<void> {
  const lists = await caches.open(LISTS)
  // Without the file the search finds chapters, and says what it lacks.
  await lists.add(SEARCH_FILE).catch(() => undefined)
}

async function activateVersion(): Promise<void> {
  // The browser requests the page while the worker starts.
  await self.registration.navigationPreload?.enable()
  const old = (await caches.keys()).filter((name) => name.startsWith('pages-') && name !== PAGES)
  await Promise.all(old.map((name) => caches.delete(name)))
}
