import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { ApiFailure } from '#web/lib/api/failure.ts'
import { reloadPage } from '#web/lib/network.ts'
import { shownToast, showToast } from '#web/lib/shared-value.ts'
import { importChunk, publishedVersion, reloadOutdatedPage, reloadWaitingPage } from './chunks.ts'

vi.mock('#web/lib/network.ts', async (original) => ({ ...(await original<object>()), reloadPage: vi.fn() }))

const scriptOf = (version: string) => `/assets/index-${version}.js`
const pageOf = (version: string) =>
  `<div id="root"></div><script data-scripts="${scriptOf(version)} /assets/vendor-1.js"></script>`

/** Answers every request with this page. */
function publish(html: string, init?: ResponseInit) {
  const fetched = vi.fn<typeof fetch>(async () => new Response(html, init))
  vi.stubGlobal('fetch', fetched)
  return fetched
}

/** Makes this version the one that runs on the page. */
function run(version: string, content = '') {
  document.body.innerHTML = `${pageOf(version)}${content}`
}

beforeEach(() => {
  sessionStorage.clear()
  vi.mocked(reloadPage).mockClear()
  showToast(null)
  run('one')
})

test('the published version is the first script of the shell, read past every cache', async () => {
  const fetched = publish(pageOf('two'))
  await expect(publishedVersion()).resolves.toBe(scriptOf('two'))
  expect(fetched).toHaveBeenCalledExactlyOnceWith('/shell.html', {
    cache: 'no-store',
    signal: expect.any(AbortSignal),
  })
})

const OUTDATED = {
  kind: 'error',
  text: 'Une nouvelle version du site sera chargée quand vous changerez de page.',
}

describe('a page that lacks a chunk', () => {
  test('is reloaded once where a newer version is published', async () => {
    publish(pageOf('two'))
    await reloadOutdatedPage()
    expect(reloadPage).toHaveBeenCalledOnce()
    // The edge may answer with the older page for another minute.
    await reloadOutdatedPage()
    expect(reloadPage).toHaveBeenCalledOnce()
  })

  test.each([
    { where: 'a field is filled in', content: '<input value="250" />', reloads: 0 },
    { where: 'a text is begun', content: '<textarea>Bonjour</textarea>', reloads: 0 },
    { where: 'a dialog is open', content: '<dialog open></dialog>', reloads: 0 },
    { where: 'an examination is running', content: '<section data-in-use></section>', reloads: 0 },
    {
      where: 'all of these are empty or closed',
      content: '<input /><textarea></textarea><dialog></dialog>',
      reloads: 1,
    },
  ])('where $where is reloaded $reloads times', async ({ content, reloads }) => {
    run('one', content)
    publish(pageOf('two'))
    await reloadOutdatedPage()
    expect(reloadPage).toHaveBeenCalledTimes(reloads)
    expect(shownToast.get()).toEqual(reloads > 0 ? null : OUTDATED)
  })
})

describe('a navigation', () => {
  /** Navigates, and waits until the page has asked which version is published, if it does. */
  const navigates = async () => {
    reloadWaitingPage()
    await vi.waitFor(() => expect(reloadPage).toHaveBeenCalled(), { timeout: 200 }).catch(() => undefined)
  }

  test.each(['<dialog open></dialog>', '<section data-in-use></section>', '<input value="250" />'])(
    'reloads an outdated page once it no longer holds %s',
    async (content) => {
      run('one', content)
      publish(pageOf('two'))
      await reloadOutdatedPage()
      showToast(null)
      await navigates()
      expect(reloadPage).not.toHaveBeenCalled()
      expect(shownToast.get()).toBeNull()
      run('one')
      await navigates()
      expect(reloadPage).toHaveBeenCalledOnce()
    },
  )
})

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
const html = { headers: { 'content-type': 'text/html' } }
