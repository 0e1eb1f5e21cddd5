import { afterEach, expect, test, vi } from 'vitest'
import { importChunk } from './import-chunk.ts'

const preloads = () =>
  [...document.querySelectorAll('link[rel="modulepreload"]')].map((link) => link.getAttribute('href'))

/** Sets `navigator.onLine`. */
const isOnline = (is: boolean) => vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(is)

afterEach(() => {
  document.head.replaceChildren()
})

test('a module and its chunks are requested in parallel, each once', async () => {
  await expect(importChunk(async () => 'module', ['assets/a.js', 'assets/b.js'])).resolves.toBe('module')
  await importChunk(async () => 'module', ['assets/b.js', 'assets/c.js'])
  expect(preloads()).toEqual(['/assets/a.js', '/assets/b.js', '/assets/c.js'])
  await expect(importChunk(async () => 'module')).resolves.toBe('module')
})

test('an offline device does not import a chunk that it cannot fetch, and tries again later', async () => {
  const importIt = vi.fn(async () => 'module')
  const fetched = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetched)
  isOnline(false)
  await expect(importChunk(importIt, ['assets/d.js'])).rejects.toThrow('Failed to fetch')
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/assets/d.js')
  expect(importIt).not.toHaveBeenCalled()
  expect(preloads()).toEqual([])
  isOnline(true)
  await expect(importChunk(importIt, ['assets/d.js'])).resolves.toBe('module')
})

test('an offline device imports what the service worker has cached', async () => {
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => new Response('export const a = 1')),
  )
  isOnline(false)
  await expect(importChunk(async () => 'module', ['assets/e.js'])).resolves.toBe('module')
})

test('an offline device imports again what the page has loaded', async () => {
  const fetched = vi.fn<typeof fetch>().mockRejectedValue(new TypeError('Failed to fetch'))
  vi.stubGlobal('fetch', fetched)
  isOnline(true)
  await importChunk(async () => 'module', ['assets/f.js'])
  isOnline(false)
  await expect(importChunk(async () => 'module', ['assets/f.js'])).resolves.toBe('module')
  expect(fetched).not.toHaveBeenCalled()
})
