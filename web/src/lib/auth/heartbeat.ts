/** Spec section 9: activity every 30 s. One call is heartbeat, guard and profile refresh (D15): 120 an hour. */
const HEARTBEAT_MS = 30_000

const FIRST_RETRY_MS = 2_000

/**
 * Beats every 30 s while the page is visible, at once when it shows again or the network returns, and sooner than
 * 30 s after a beat that failed. `beat` answers whether it came through.
 * @returns how to stop
 */
export function startHeartbeat(beat: () => Promise<boolean>): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  let failures = 0
  let stopped = false

  const plan = () => {
    clearTimeout(timer)
    if (stopped || document.visibilityState === 'hidden') return
    timer = setTimeout(() => void run(), delayAfter(failures))
  }
  const run = async () => {
    clearTimeout(timer)
    failures = (await beat()) ? 0 : failures + 1
    plan()
  }
  const onVisibility = () => {
    if (document.visibilityState === 'visible') void run()
    else clearTimeout(timer)
  }
  const onOnline = () => void run()

  document.addEventListener('visibilitychange', onVisibility)
  window.addEventListener('online', onOnline)
  plan()
  return () => {
    stopped = true
    clearTimeout(timer)
    document.removeEventListener('visibilitychange', onVisibility)
    window.removeEventListener('online', onOnline)
  }
}

/** Milliseconds until the next beat: 30 s, or after failures 2 s, 4 s, 8 s … up to 30 s. */
export function delayAfter(failures: number): number {
  return failures === 0 ? HEARTBEAT_MS : Math.min(HEARTBEAT_MS, FIRST_RETRY_MS * 2 ** (failures - 1))
}
