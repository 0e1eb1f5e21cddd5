import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { withoutSlash } from '#shared/catalogue/page-path.ts'
import { moroccanDay, utcOffset } from '#shared/domain/days/moroccan-day.ts'
import './ui/tokens.css'
import './ui/base.css'
import 'virtual:track-hues.css'
import { App } from './app/app.tsx'
import { routeOf } from './app/routes.tsx'
import { readPageContent, seededAnswers } from './lib/api/page-content.ts'
import { authStore } from './lib/auth/auth-state.ts'
import { startAuth } from './lib/auth/session-actions.ts'
import { loadStyleSheet } from './lib/loading/early-input.ts'
import { hydratePage } from './lib/loading/hydrate-page.ts'
import { noteReadable } from './lib/loading/hydration.ts'
import { askWorker, whenIdle } from './lib/loading/when-idle.ts'
import { seedSettings } from './lib/settings.ts'

void loadStyleSheet()
void start().catch((cause: unknown) => {
  window.sayLost?.("Une erreur est survenue pendant l'affichage.")
  throw cause
})

declare global {
  interface Window {
    /** Says above the published page that it cannot run (shared/contract/start-script.ts). */
    sayLost?: (text: string) => void
  }
}

async function start(): Promise<void> {
  // One of these two is missing where any of the functions is.
  if (!('canParse' in URL && 'any' in AbortSignal))
    (await import('./lib/loading/older-browsers.ts')).addLackingFunctions()
  startAuth()
  const content = readPageContent(document)
  // Canonical links need it; the renderer sets it too.
  Object.assign(globalThis, { __SITE_ORIGIN__: content?.origin ?? '' })
  if (content) {
    seedSettings(content)
    seededAnswers.set(content.answers)
  } else if (import.meta.env.DEV)
    seedSettings({
      settings: __FIRST_SETTINGS__,
      isOfferOver: false,
      isAnnounced: false,
      utcOffset: utcOffset(moroccanDay(new Date())),
    })
  const place = document.getElementById('root')
  if (import.meta.env.PROD) registerWorker()
  if (place) await show(place)
}

/** Hydrates a prerendered page; renders any other address into the empty shell. */
async function show(root: HTMLElement): Promise<void> {
  const { pathname } = window.location
  const { path, preload } = routeOf(pathname)
  const site = (
    <StrictMode>
      <App />
    </StrictMode>
  )
  // The not-found page is prerendered once, as '*'.
  if (root.dataset['page'] !== (path === '*' ? path : withoutSlash(pathname))) {
    // The page renders its own title.
    document.head.querySelector('title')?.remove()
    createRoot(root).render(site)
    return
  }
  noteReadable(pathname)
  // Hydration must not suspend; where a chunk cannot be loaded, the page says so and stays as it was published.
  await preload().catch(() => undefined)
  // The parts of the page that only an account sees would move when their style arrives.
  if (authStore.get().status !== 'signedOut') await loadStyleSheet()
  hydratePage(root, site)
}

/** Registers the service worker once the page has loaded, and tells it what to cache. */
function registerWorker(): void {
  const { serviceWorker } = navigator
  // Browsers have no service workers without https, and in some private windows.
  if (!serviceWorker) return
  void instruct(serviceWorker)
  const register = () => {
    // The registration fails where storage is blocked; the site works without it.
    serviceWorker.register('/sw.js').catch(() => undefined)
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

/**
 * Names to a new worker this page and everything that came before it, by a message of Workbox; it leaves out what it
 * does not cache, and files come from the browser's cache. Then it may fetch the files of other pages and of the search.
 */
async function instruct({ controller, ready }: ServiceWorkerContainer): Promise<void> {
  const worker = (await ready).active as ServiceWorker
  const parts = performance.getEntriesByType('resource').map(({ name }) => name)
  if (!controller)
    worker.postMessage({ type: 'CACHE_URLS', payload: { urlsToCache: [window.location.pathname, ...parts] } })
  whenIdle(() => void askWorker('FETCH_AHEAD'))
}
