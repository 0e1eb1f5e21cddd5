import { reloadPage } from './retry.ts'

/** In sessionStorage: the versions of the site that this tab was reloaded from. */
const KEY = 'revision.reloaded'
/** How long the site may take to answer. */
const TIMEOUT_MS = 10_000

/**
 * The version of the site that is published: the address of its first script, which changes with every other one.
 * @throws Error when the site does not answer
 */
export async function publishedVersion(): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT_MS)
  const answer = await fetch('/shell.html', { cache: 'no-store', signal })
  const version = /data-scripts="([^ "]+)/.exec(await answer.text())?.[1]
  if (!version) throw new Error('No page of this site')
  return version
}

/**
 * Reloads a page that lacks a chunk where a newer version of the site is published, since a deployment may have removed
 * the older one's. It does so once for each version in a tab, and never while the page is in use.
 */
export async function reloadOutdatedPage(): Promise<void> {
  const version = document.querySelector('script[src]')?.getAttribute('src')
  try {
    const published = await publishedVersion()
    const reloaded = sessionStorage.getItem(KEY) ?? ''
    if (!version || version === published || reloaded.includes(version) || isInUse()) return
    sessionStorage.setItem(KEY, `${reloaded} ${version}`)
    reloadPage()
  } catch {
    // Without a network there is nothing newer, without the storage a page might be reloaded for ever.
  }
}

/** Whether a reload could lose something: a field that is not empty, an open dialog, or what its page warns about. */
function isInUse(): boolean {
  const parts = [...document.querySelectorAll<HTMLInputElement>('input, textarea, dialog[open]')]
  return (
    // A dialog has no value.
    parts.some(({ value }) => value !== '') ||
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  )
}
