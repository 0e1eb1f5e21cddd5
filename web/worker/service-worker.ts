/// <reference lib="webworker" />
import { clientsClaim, type WorkboxPlugin } from 'workbox-core'
import { matchPrecache, precacheAndRoute } from 'workbox-precaching'
import { registerRoute } from 'workbox-routing'
import { NetworkFirst, NetworkOnly } from 'workbox-strategies'
import { ListStrategy } from './list-strategy.ts'
import { isStorable, type Treatment, treatmentOf } from './treatment.ts'

declare const self: ServiceWorkerGlobalScope

/** The shell, the style and the scripts of every public page; put in by the build. */
declare const __PRECACHE__: { url: string; revision: string | null }[]
/** Changes with whatever is precached. */
declare const __VERSION__: string

/** A kept page names scripts of its own version, which only this version's precache holds. */
const PAGES = `pages-${__VERSION__}`
const SHELL = '/shell.html'
/** What somebody on a slow network waits for a page that is there already. */
const PATIENCE_SECONDS = 2

const onlyStorable: WorkboxPlugin = {
  cacheWillUpdate: async ({ response }) => (isStorable(response) ? response : null),
}
/** Filters stand in the query and are the browser's business: one copy a page. */
const withoutQuery: WorkboxPlugin = {
  cacheKeyWillBeUsed: async ({ request }) => new URL(request.url).pathname,
}
const elseShell: WorkboxPlugin = { handlerDidError: () => matchPrecache(SHELL) }

const when = (treatment: Treatment) => (asked: { request: Request }) =>
  treatmentOf(asked.request, self.location.origin) === treatment

precacheAndRoute(__PRECACHE__, { cleanURLs: false, directoryIndex: '' })
registerRoute(
  when('page'),
  new NetworkFirst({
    cacheName: PAGES,
    networkTimeoutSeconds: PATIENCE_SECONDS,
    plugins: [onlyStorable, withoutQuery, elseShell],
  }),
)
registerRoute(when('shell'), new NetworkOnly({ plugins: [elseShell] }))
registerRoute(
  when('list'),
  new ListStrategy({ cacheName: 'lists', plugins: [onlyStorable] }, async (event) => {
    const page = await self.clients.get((event as FetchEvent).clientId)
    page?.postMessage({ type: 'LIST_CHANGED' })
  }),
)

// A new version takes over at once and reloads nothing: what an open page still needs of the old one stays on the server.
void self.skipWaiting()
clientsClaim()
self.addEventListener('activate', (event) => event.waitUntil(beginVersion()))

async function beginVersion(): Promise<void> {
  // The page is asked for while the worker is still being started.
  await self.registration.navigationPreload?.enable()
  const old = (await caches.keys()).filter((name) => name.startsWith('pages-') && name !== PAGES)
  await Promise.all(old.map((name) => caches.delete(name)))
}
