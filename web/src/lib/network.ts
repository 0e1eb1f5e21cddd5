import { useSyncExternalStore } from 'react'
import { networkTexts, waitOf } from '#web/lib/api/failure.ts'
import { useAuth } from '#web/lib/auth/auth-state.ts'
import { endAll, listen } from '#web/lib/listen.ts'

const FIRST_RETRY_MS = 2_000
const LAST_RETRY_MS = 30_000

/** 2 s, 4 s, 8 s … up to 30 s, or as long as the server asks. */
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
      stop()
      resolve()
    }
    const timer = setTimeout(done, maxMs)
    const stop = listen(window, 'online', done)
  })
}

/** A store of the browser answers within milliseconds, or never: some browsers have ones that hang. */
export const STORE_LIMIT_MS = 4_000

/** Returns the result of something that may never end. @throws Error once the time is over */
export async function inTime<T>(work: PromiseLike<T>, limitMs = STORE_LIMIT_MS): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new Error(`No answer within ${limitMs} ms`)), limitMs)
  })
  try {
    return await Promise.race([work, timeout])
  } finally {
    clearTimeout(timer)
  }
}

export function useOnline(): boolean {
  return useSyncExternalStore(
    subscribe,
    () => navigator.onLine,
    () => true,
  )
}

function subscribe(onChange: () => void): () => void {
  return endAll(listen(window, 'online', onChange), listen(window, 'offline', onChange))
}

/** Returns the sentence about a missing network that stands above the page, or null. Nothing else repeats it. */
export function useNetworkNotice(): string | null {
  const auth = useAuth()
  if (!useOnline()) return networkTexts.offline
  return 'trouble' in auth && auth.trouble ? networkTexts.unreachable : null
}
