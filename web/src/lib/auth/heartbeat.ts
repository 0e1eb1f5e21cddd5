import { retryDelay } from './retry.ts'
import type { Tabs } from './tabs.ts'

/** Spec section 9: activity every 30 s. One call is heartbeat, guard and profile refresh (D15): 120 an hour. */
const HEARTBEAT_MS = 30_000

/** The beats of one session in this tab. */
export type Heartbeat = {
  /** Somebody renewed the session just now: this tab besides its beats, or another tab. */
  heard(): void
  stop(): void
}

/**
 * Beats every 30 s while this tab leads, sooner after a beat that failed, and at once when the network returns. What
 * counts is the clock since the last known beat of any tab: a tab that takes the lead or wakes beats at once only when
 * that is 30 s ago. `beat` answers whether it came through.
 */
export function startHeartbeat(
  beat: () => Promise<boolean>,
  leadWhileVisible: Tabs['leadWhileVisible'],
): Heartbeat {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Date.now()
  let failures = 0
  let leads = false

  const plan = () => {
    clearTimeout(timer)
    if (!leads) return
    // A clock that was set back must not silence the tab.
    const since = Math.max(0, Date.now() - last)
    timer = setTimeout(() => void run(), Math.max(0, delayAfter(failures) - since))
  }
  const run = async () => {
    clearTimeout(timer)
    failures = (await beat()) ? 0 : failures + 1
    last = Date.now()
    plan()
  }
  const onOnline = () => {
    if (leads) void run()
  }

  const standBack = leadWhileVisible((isLeading) => {
    leads = isLeading
    plan()
  })
  window.addEventListener('online', onOnline)
  // A device that slept: its timers stood still, the clock did not.
  window.addEventListener('focus', plan)
  window.addEventListener('pageshow', plan)
  return {
    heard() {
      last = Date.now()
      failures = 0
      plan()
    },
    stop() {
      standBack()
      leads = false
      clearTimeout(timer)
      window.removeEventListener('online', onOnline)
      window.removeEventListener('focus', plan)
      window.removeEventListener('pageshow', plan)
    },
  }
}

function delayAfter(failures: number): number {
  return failures === 0 ? HEARTBEAT_MS : retryDelay(failures)
}
