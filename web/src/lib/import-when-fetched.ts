/** What this page has already: no network is needed to import it again. */
const here = new Set<string>()

/**
 * Imports a module, and what it needs side by side with it. A browser that failed to fetch a module may never ask for
 * it again within the same page (Chromium; https://github.com/whatwg/html/issues/6768), so a device that says it has no
 * network first fetches the files by other means: from the service worker's cache, or not at all.
 * @param files what the build knows the module to need, itself among it, without the leading slash
 * @throws TypeError when one of them cannot be fetched; the next call tries again
 */
export async function importWhenFetched<T>(importIt: () => Promise<T>, files: string[] = []): Promise<T> {
  const addresses = files.map((file) => `/${file}`)
  if (navigator.onLine) addresses.forEach(preload)
  else await Promise.all(addresses.filter((address) => !here.has(address)).map(fetchWhole))
  const module = await importIt()
  for (const address of addresses) here.add(address)
  return module
}

function preload(address: string): void {
  if (document.querySelector(`link[href="${address}"]`)) return
  const link = document.createElement('link')
  document.head.append(Object.assign(link, { rel: 'modulepreload', crossOrigin: '', href: address }))
}

async function fetchWhole(address: string): Promise<void> {
  await (await fetch(address)).arrayBuffer()
}
