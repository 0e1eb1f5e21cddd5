import { networkFailure } from '../api/failure.ts'

/** Browsers distinguish a module that the network did not bring from a faulty one by their message only. */
const NOT_LOADED = /import/i

/** Chunks that this page has fetched or is fetching, by file. */
const fetched = new Map<string, Promise<void>>()

/**
 * Imports a module once the chunks it depends on have been fetched in parallel; the build calls it for every dynamic
 * import. Browsers do not request a module again on the same page once that has failed
 * (https://github.com/whatwg/html/issues/6768), so that only chunks that could be fetched are imported; they then come
 * from the browser's cache.
 * @param files chunks of the module, including itself, without the leading slash
 * @throws ApiFailure when one of them cannot be fetched; the next call tries again
 */
export async function importChunk<T>(importModule: () => Promise<T>, files: string[] = []): Promise<T> {
  await Promise.all(files.map(fetchOnce))
  try {
    return await importModule()
  } catch (cause) {
    throw cause instanceof TypeError && NOT_LOADED.test(cause.message) ? networkFailure(cause) : cause
  }
}

function fetchOnce(file: string): Promise<void> {
  const fetching =
    fetched.get(file) ??
    fetchChunk(`/${file}`).catch((cause: unknown) => {
      fetched.delete(file)
      throw networkFailure(cause)
    })
  fetched.set(file, fetching)
  return fetching
}

async function fetchChunk(address: string): Promise<void> {
  // The browser itself fetches the scripts that the page lists.
  if (document.querySelector(`[href="${address}"], [src="${address}"]`)) return
  const answer = await fetch(address)
  // A server may send a page in place of a script that a deployment has removed.
  if (!answer.ok || !answer.headers.get('content-type')?.includes('javascript')) throw new Error(address)
  await answer.arrayBuffer()
}
