import { afterEach, expect, test, vi } from 'vitest'
import { ApiFailure } from '../api/failure.ts'
import { importChunk } from './import-chunk.ts'

const SCRIPT = { headers: { 'content-type': 'text/javascript; charset=utf-8' } }

/** Answers every request with a script. */
function serveScripts() {
  const fetched = vi.fn<typeof fetch>(async () => new Response('export const a = 1', SCRIPT))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

afterEach(() => {
  document.head.replaceChildren()
})

test('a module is imported once its chunks have been fetched, each once', async () => {
  const fetched = serveScripts()
  await expect(importChunk(async () => 'module', ['assets/a.js', 'assets/b.js'])).resolves.toBe('module')
  await Promise.all([
    importChunk(async () => 'other', ['assets/b.js', 'assets/c.js']),
    importChunk(async () => 'third', ['assets/c.js']),
  ])
  expect(fetched.mock.calls).toEqual([['/assets/a.js'], ['/assets/b.js'], ['/assets/c.js']])
  await expect(importChunk(async () => 'module')).resolves.toBe('module')
})

test.each<[string, () => Promise<Response>]>([
  ['cannot be fetched', () => Promise.reject(new TypeError('Failed to fetch'))],
  ['was removed', async () => new Response('', { ...SCRIPT, status: 404 })],
  ['was removed, and a page is sent instead', async () => new Response('<p>', html)],
])('a chunk that %s is not imported, and fetched again by the next call', async (what, answer) => {
  const importIt = vi.fn(async () => 'module')
  const file = `assets/${what}.js`
  serveScripts().mockImplementationOnce(answer)
  const failure = await importChunk(importIt, [file]).catch((error: unknown) => error)
  expect(failure).toBeInstanceOf(ApiFailure)
  expect(importIt).not.toHaveBeenCalled()
  await expect(importChunk(importIt, [file])).resolves.toBe('module')
})

test.each([
  ['Failed to fetch dynamically imported module: https://exemple.ma/assets/a.js', ApiFailure],
  ['error loading dynamically imported module: https://exemple.ma/assets/a.js', ApiFailure],
  ['Importing a module script failed.', ApiFailure],
  ['Object.groupBy is not a function', TypeError],
])('an import that fails with: %s', async (message, kind) => {
  await expect(importChunk(() => Promise.reject(new TypeError(message)))).rejects.toBeInstanceOf(kind)
})

const html = { headers: { 'content-type': 'text/html' } }
