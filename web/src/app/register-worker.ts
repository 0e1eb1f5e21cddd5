/** Makes the site work offline, once the page has everything that it needs itself. */
export function registerWorker(): void {
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
