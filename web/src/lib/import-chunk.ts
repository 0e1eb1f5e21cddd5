/** Chunks that this page has loaded, which need no network to be imported again. */
const loaded = new Set<string>()

/**
 * Imports a module, and the chunks it depends on in parallel; the build calls it for every dynamic import.
 * Chromium does not request a module again on the same page once that has failed
 * (https://github.com/whatwg/html/issues/6768), so an offline device first fetches the chunks by other means: from the
 * service worker's cache, or not at all.
 * @param files chunks of the module, itself among them, without the leading slash
 * @throws TypeError when one of them cannot be fetched; the next call tries again
 */
export async function importChunk<T>(importModule: () => Promise<T>, files: string[] = []): Promise<T> {
  const addresses = files.map((file) => `/${file}`)
  if (navigator.onLine) addresses.forEach(preload)
  else await Promise.all(addresses.filter((address) => !loaded.has(address)).map(fetchWhole))
  const module = await importModule()
  for (const address of addresses) loaded.add(address)
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
