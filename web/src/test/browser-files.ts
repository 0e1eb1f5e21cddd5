import { Blob as NodeBlob } from 'node:buffer'
import { vi } from 'vitest'

type FakeCaches = {
  files: Map<string, Response>
  /** Makes every write fail. */
  isFull: boolean
}

export function fakeCaches(): FakeCaches {
  const state: FakeCaches = { files: new Map(), isFull: false }
  const hrefOf = (request: string | Request) =>
    new URL(typeof request === 'string' ? request : request.url, window.location.href).href
  const cache = {
    async put(request: string, response: Response) {
      if (state.isFull) throw new DOMException('The quota is exceeded', 'QuotaExceededError')
      state.files.set(hrefOf(request), response)
    },
    match: async (request: string) => state.files.get(hrefOf(request))?.clone(),
    delete: async (request: string | Request) => state.files.delete(hrefOf(request)),
    keys: async () => [...state.files.keys()].map((url) => ({ url })),
  }
  // The responses of Node do not know the blobs of jsdom.
  vi.stubGlobal('Blob', NodeBlob)
  vi.stubGlobal('caches', {
    open: async () => cache,
    match: cache.match,
    async delete() {
      state.files.clear()
      return true
    },
  })
  return state
}

/** Collects the files that a page gives the browser to save. */
export function keepSavedFiles(): Blob[] {
  const files: Blob[] = []
  URL.createObjectURL = (file) => {
    files.push(file as Blob)
    return 'blob:1'
  }
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
  return files
}
