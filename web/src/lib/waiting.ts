const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000
const BEST_EFFORT_MS = 4_000

/** Milliseconds to wait after this many failures in a row: 2 s, 4 s, 8 s … up to 30 s. */
export function retryDelay(failures: number): number {
  return Math.min(LAST_RETRY_MS, FIRST_RETRY_MS * 2 ** (failures - 1))
}

/** Waits for the browser to come back online, but no longer than this. */
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

/** Waits for a step, but no longer than this. @throws DOMException TimeoutError, or what the step throws */
export async function within<T>(ms: number, step: Promise<T>): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new DOMException('No answer in time', 'TimeoutError')), ms)
  })
  return Promise.race([step, timeout]).finally(() => clearTimeout(timer))
}

/** Waits at most 4 s for a step whose failure changes nothing. */
export async function bestEffort(step: Promise<unknown>): Promise<void> {
  await within(BEST_EFFORT_MS, step).catch(() => undefined)
}
