import { StrictMode, startTransition } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { withoutSlash } from '#shared/catalogue/page-path.ts'
import './ui/tokens.css'
import './ui/base.css'
import 'virtual:track-hues.css'
import { App } from './app/app.tsx'
import { routeOf } from './app/routes.tsx'
import { startAuth } from './lib/auth/session-actions.ts'

startAuth()
const place = document.getElementById('root')
if (place) void show(place)
if (import.meta.env.PROD) registerWorker()

/** Takes over the page that the build wrote, where it is this address's; draws any other into the shell. */
async function show(root: HTMLElement): Promise<void> {
  const { pathname } = window.location
  const { path, preload } = routeOf(pathname)
  const site = (
    <StrictMode>
      <App />
    </StrictMode>
  )
  // The page for unknown addresses is written once, as '*'.
  if (root.dataset['page'] !== (path === '*' ? path : withoutSlash(pathname))) {
    // Its page brings a title of its own.
    document.head.querySelector('title')?.remove()
    createRoot(root).render(site)
    return
  }
  // Hydration waits for nothing then; where the chunk cannot be fetched, the page says so.
  await preload().catch(() => undefined)
  // Piece by piece, so that a slow processor answers a touch in between.
  startTransition(() => void hydrateRoot(root, site))
}

/** Makes the site work offline, once the page has everything that it needs itself. */
function registerWorker(): void {
  const { serviceWorker } = navigator
  // Absent without https, and in some private windows.
  if (!serviceWorker) return
  if (!serviceWorker.controller)
    serviceWorker.addEventListener('controllerchange', keepThisPage, { once: true })
  const register = () => {
    // Refused where storage is blocked; the site works without it.
    serviceWorker.register('/sw.js').catch(() => undefined)
  }
  if (document.readyState === 'complete') register()
  else window.addEventListener('load', register, { once: true })
}

/** The first page of a first visit came before the worker: it asks again for what it may keep (Workbox's message). */
function keepThisPage(): void {
  const lists = performance
    .getEntriesByType('resource')
    .map(({ name }) => name)
    .filter((name) => name.startsWith(`${window.location.origin}/api/`))
  navigator.serviceWorker.controller?.postMessage({
    type: 'CACHE_URLS',
    payload: { urlsToCache: [window.location.pathname, ...lists] },
  })
}
