/** Asks the service worker to store files of the site ahead; nothing happens in browsers without one. */
export async function askWorker(type: 'FETCH_AHEAD' | 'FETCH_ACCOUNT_PAGES' | 'STORE_VIEWER'): Promise<void> {
  const registration = await navigator.serviceWorker?.ready
  registration?.active?.postMessage({ type })
}
