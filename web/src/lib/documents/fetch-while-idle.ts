import { PDF_WORKER_FILES } from './pdf-worker.ts'

/** What browsers other than Chromium do not have. */
type Connection = { saveData?: boolean; effectiveType?: string }

/** Long enough for a page's own requests; browsers without idle callbacks wait as long. Milliseconds. */
const DELAY_MS = 2_000

/**
 * Imports modules, and fetches what PDF.js's worker needs into the browser's cache, one after the other, each once the page
 * is idle; not for a reader who saves data or has a slow network.
 * @throws when a part cannot be fetched
 */
export async function fetchWhileIdle(
  imports: readonly (() => Promise<unknown>)[],
  signal: AbortSignal,
): Promise<void> {
  const fetches = PDF_WORKER_FILES.map(
    (file) => async () => (await fetch(file, { priority: 'low', signal })).arrayBuffer(),
  )
  for (const part of [...imports, ...fetches]) {
    await untilIdle()
    if (signal.aborted || isSlow()) return
    await part()
  }
}

function isSlow(): boolean {
  const { connection } = navigator as { connection?: Connection }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '') || !navigator.onLine
}

function untilIdle(): Promise<void> {
  return new Promise((resolve) => {
    if ('requestIdleCallback' in window) requestIdleCallback(() => resolve())
    else setTimeout(resolve, DELAY_MS)
  })
}
