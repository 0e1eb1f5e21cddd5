import type { Profile } from '#shared/entities/user.ts'
import { endAll, listen } from '#web/lib/listen.ts'
import { retryDelay } from '#web/lib/network.ts'

type TabMessage =
  | { type: 'renewed'; sessionId: string; profile: Profile }
  /** `sessionId` is null when the user signed out, which applies to every tab of this browser. */
  | { type: 'ended'; sessionId: string | null }

export type Tabs = ReturnType<typeof createTabs>

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
type Locks = Pick<LockManager, 'request'>
type Environment = { page: Page; locks: Locks | undefined; channel: BroadcastChannel | undefined }

const NAME = 'revision.session'
/** A leader renews the session, and says so, every 30 s. */
const SILENCE_MS = 45_000

/**
 * The visible tab that holds a Web Lock leads; when it is hidden, closed or signed out, it releases the lock for the
 * next one. Without locks or channels every visible tab leads: more requests, but nothing else changes. So does one
 * that waits for the lock and hears nothing of a leader.
 */
export function createTabs({ page, locks, channel }: Environment = browserEnvironment()) {
  return {
    post: (message: TabMessage) => channel?.postMessage(message),

    onMessage(listener: (message: TabMessage) => void): void {
      channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => listener(data))
    },

    /** Tells whether this tab is the one that sends heartbeats. @returns a function that stops it */
    leadWhileVisible(onChange: (leads: boolean) => void): () => void {
      let release: (() => void) | null = null
      const onVisibility = () => {
        if (page.visibilityState === 'hidden') {
          release?.()
          release = null
        } else release ??= channel && locks ? leadWithLock(locks, channel, onChange) : leadAtOnce(onChange)
      }
      const stop = listen(page, 'visibilitychange', onVisibility)
      onVisibility()
      return () => {
        stop()
        release?.()
      }
    },
  }
}

export const browserTabs = createTabs()

function leadWithLock(
  locks: Locks,
  channel: BroadcastChannel,
  onChange: (leads: boolean) => void,
): () => void {
  const waiting = new AbortController()
  let isLeading = false
  let releaseLock = () => {}
  let timer: ReturnType<typeof setTimeout>
  const turn = (leads: boolean) => {
    if (leads !== isLeading) onChange(leads)
    isLeading = leads
  }
  const wait = () => {
    clearTimeout(timer)
    timer = setTimeout(() => turn(true), SILENCE_MS)
  }
  /** A device that slept was silent, too: a tab that leads without the lock gives way to one that is heard. */
  const onHeard = () => {
    turn(false)
    wait()
  }
  const stopWaiting = () => {
    clearTimeout(timer)
    channel.removeEventListener('message', onHeard)
  }
  channel.addEventListener('message', onHeard)
  wait()
  const lead = () => {
    if (waiting.signal.aborted) return undefined
    stopWaiting()
    turn(true)
    return new Promise<void>((resolve) => {
      releaseLock = resolve
    })
  }
  // The request is rejected when it is aborted, and where the browser forbids locks: there the tab leads without one.
  locks.request(NAME, { signal: waiting.signal }, lead).catch(lead)
  return () => {
    waiting.abort()
    releaseLock()
    stopWaiting()
    turn(false)
  }
}

function leadAtOnce(onChange: (leads: boolean) => void): () => void {
  onChange(true)
  return () => onChange(false)
}

function browserEnvironment(): Environment {
  return {
    page: document,
    // Older browsers and pages without https have no locks, although the type does not say so.
    locks: navigator.locks,
    channel: openChannel(),
  }
}

function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(NAME)
  } catch {
    // Older browsers do not have channels, and some forbid them where storage is blocked.
    return undefined
  }
}

/** Far below the 60 s for which a lease is live; 120 calls an hour. */
const HEARTBEAT_MS = 30_000

export type Heartbeat = ReturnType<typeof startHeartbeat>

/**
 * Renews every 30 s while this tab leads, sooner after a failure, and at once when the network returns. The interval
 * runs since the last renewal of any tab by the clock: a tab that takes the lead or wakes up renews at once only when
 * 30 s have passed. `renew` returns true when it succeeded.
 */
export function startHeartbeat(renew: () => Promise<boolean>, leadWhileVisible: Tabs['leadWhileVisible']) {
  let timer: ReturnType<typeof setTimeout> | undefined
  let last = Date.now()
  let failures = 0
  let isLeading = false

  const schedule = () => {
    clearTimeout(timer)
    if (!isLeading) return
    // A clock that was set back must not stop the heartbeat.
    const elapsed = Math.max(0, Date.now() - last)
    const delay = failures === 0 ? HEARTBEAT_MS : retryDelay(failures)
    timer = setTimeout(() => void run(), Math.max(0, delay - elapsed))
  }
  const run = async () => {
    clearTimeout(timer)
    failures = (await renew()) ? 0 : failures + 1
    last = Date.now()
    schedule()
  }
  const stopLeading = leadWhileVisible((leads) => {
    isLeading = leads
    schedule()
  })
  const stopListening = endAll(
    listen(window, 'online', () => isLeading && void run()),
    // The timers of a sleeping device stand still, but its clock does not.
    listen(window, 'focus', schedule),
    listen(window, 'pageshow', schedule),
  )
  return {
    /** Counts a renewal from elsewhere, such as another tab, as a heartbeat. */
    reset(): void {
      last = Date.now()
      failures = 0
      schedule()
    },
    stop(): void {
      stopLeading()
      isLeading = false
      clearTimeout(timer)
      stopListening()
    },
  }
}
