import { waitOf } from '../api/failure.ts'

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000

/**
 * Returns the milliseconds to wait after this many failures in a row: 2 s, 4 s, 8 s … up to 30 s, or as long as the
 * server asks.
 */
export function retryDelay(failures: number, error?: unknown): number {
  return Math.max(Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1)), waitOf(error))
}

/** Reloads the page. It is a function of its own because jsdom's `location` cannot be replaced. */
export function reloadPage(): void {
  window.location.reload()
}

/** Waits for the browser to come back online, but no longer than `maxMs`. */
export function untilOnline(maxMs: number): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, maxMs)
    window.addEventListener('online', done)
  })
}
