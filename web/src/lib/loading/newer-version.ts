import { networkFailure } from '#web/lib/api/failure.ts'
import { reloadPage } from '#web/lib/network.ts'
import { showToast } from '#web/lib/shared-value.ts'

/** Key in sessionStorage of the site's versions that this tab was reloaded from. */
const KEY = 'revision.reloaded'
const TIMEOUT_MS = 10_000
const OUTDATED = 'Une nouvelle version du site sera chargée quand vous changerez de page.'

/** True for an outdated page that was in use when a chunk was missing. */
let isWaiting = false

/** @throws ApiFailure when the site does not answer */
export async function publishedVersion(): Promise<string> {
  try {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const answer = await fetch('/shell.html', { cache: 'no-store', signal })
    const version = versionOf(await answer.text())
    if (!version) throw new Error('No page of this site')
    return version
  } catch (cause) {
    throw networkFailure(cause)
  }
}

/** Returns the address of a page's first script, which changes with every other script. */
function versionOf(html = ''): string | undefined {
  return /data-scripts="([^ "]+)/.exec(html)?.[1]
}

/**
 * Reloads a page that lacks a chunk where a newer version of the site is published, since a deployment may have removed
 * the chunks of the older one. It does so once for each version in a tab; a page that is in use shows a message
 * instead, and is reloaded at the next navigation after that.
 */
export async function reloadOutdatedPage(): Promise<void> {
  const version = versionOf(document.querySelector('[data-scripts]')?.outerHTML)
  try {
    const published = await publishedVersion()
    const reloaded = sessionStorage.getItem(KEY) ?? ''
    if (!version || version === published || reloaded.includes(version)) return
    isWaiting = isInUse()
    if (isWaiting) return showToast({ kind: 'error', text: OUTDATED })
    sessionStorage.setItem(KEY, `${reloaded} ${version}`)
    reloadPage()
  } catch {
    // Without a network nothing newer is known; without the storage a page might be reloaded for ever.
  }
}

/** Reloads the page at a navigation, where a reload has had to wait until the page is no longer in use. */
export function reloadWaitingPage(): void {
  if (isWaiting && !isInUse()) void reloadOutdatedPage()
}

/** True when a reload could lose something. Documents open in a dialog; a running examination has `data-in-use`. */
function isInUse(): boolean {
  const parts = document.querySelectorAll<HTMLInputElement>('input, textarea, dialog[open], [data-in-use]')
  return (
    // Only fields have a value.
    [...parts].some(({ value }) => value !== '') ||
    !window.dispatchEvent(new Event('beforeunload', { cancelable: true }))
  )
}
