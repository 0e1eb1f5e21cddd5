import { beforeEach, describe, expect, test, vi } from 'vitest'
import { reloadPage } from '#web/lib/network.ts'
import { shownToast, showToast } from '#web/lib/shared-value.ts'
import { publishedVersion, reloadOutdatedPage, reloadWaitingPage } from './newer-version.ts'

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

test.each(['<dialog open></dialog>', '<section data-in-use></section>', '<input value="250" />'])(
  'a navigation reloads an outdated page once it no longer holds %s',
  async (content) => {
    /** Navigates, and waits until the page has asked which version is published, if it does. */
    const navigates = async () => {
      reloadWaitingPage()
      await vi.waitFor(() => expect(reloadPage).toHaveBeenCalled(), { timeout: 200 }).catch(() => undefined)
    }
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
