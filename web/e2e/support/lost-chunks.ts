/** Console messages about a chunk that cannot be loaded. */
export const NOT_LOADED = /ERR_INTERNET_DISCONNECTED|ERR_FAILED|status of 404|could not be loaded/

const contentType = 'text/html'

/** What a server may send in place of a chunk that a deployment has removed. */
export const REMOVED = {
  'not found': { status: 404, contentType, body: '<h1>Page introuvable</h1>' },
  'a page': { status: 200, contentType, body: '<div id="root"></div>' },
}

/** Addresses of a chunk, whatever its version. */
export function chunk(name: string): RegExp {
  return new RegExp(`/assets/${name}-[\\w-]+\\.js$`)
}
