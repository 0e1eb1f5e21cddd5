import { retryDelay } from '../loading/retry.ts'
import type { Tabs } from './tabs.ts'

/** Far below the 60 s for which a lease is live; 120 calls an hour. */
const HEARTBEAT_MS = 30_000

export type Heartbeat = {
  /** Counts a renewal from elsewhere, such as another tab, as a heartbeat. */
  reset(): void
  stop(): void
}

/**
 * Renews every 30 s while this tab leads, sooner after a failure, and at once when the network returns. The interval
 * runs since the last renewal of any tab by the clock: a tab that takes the lead or wakes up renews at once only when
 * 30 s have passed. `renew` returns true when it succeeded.
 */
export function startHeartbeat(
  renew: () => Promise<boolean>,
  leadWhileVisible: Tabs['leadWhileVisible'],
): Heartbeat {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Date.now()
  let failures = 0
  let isLeading = false

  const schedule = () => {
    clearTimeout(timer)
    if (!isLeading) return
    // A clock that was set back must not stop the heartbeat.
    const elapsed = Math.max(0, Date.now() - last)
    timer = setTimeout(() => void run(), Math.max(0, delayAfter(failures) - elapsed))
  }
  const run = async () => {
    clearTimeout(timer)
    failures = (await renew()) ? 0 : failures + 1
    last = Date.now()
    schedule()
  }
  const onOnline = () => {
    if (isLeading) void run()
  }

  const stopLeading = leadWhileVisible((leads) => {
    isLeading = leads
    schedule()
  })
  window.addEventListener('online', onOnline)
  // The timers of a sleeping device stand still, but its clock does not.
  window.addEventListener('focus', schedule)
  window.addEventListener('pageshow', schedule)
  return {
    reset() {
      last = Date.now()
      failures = 0
      schedule()
    },
    stop() {
      stopLeading()
      isLeading = false
      clearTimeout(timer)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('focus', schedule)
      window.removeEventListener('pageshow', schedule)
    },
  }
}

function delayAfter(failures: number): number {
  return failures === 0 ? HEARTBEAT_MS : retryDelay(failures)
}
