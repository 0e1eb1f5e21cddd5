import type { Profile } from '#shared/entities/user.ts'

/** What the tabs of one browser tell each other (decision D14). */
type TabMessage =
  | { type: 'renewed'; sessionId: string; profile: Profile }
  /** `sessionId` null: a person signed out, which holds for every tab of this browser. */
  | { type: 'ended'; sessionId: string | null }

/** The other tabs of this browser. */
export type Tabs = {
  tell(message: TabMessage): void
  listen(hear: (message: TabMessage) => void): void
  /** Tells whether this tab is the one that speaks with the server for all. @returns how to stand back for good */
  leadWhileVisible(onChange: (leads: boolean) => void): () => void
}

type Page = Pick<Document, 'visibilityState' | 'addEventListener' | 'removeEventListener'>
type Surroundings = {
  page: Page
  locks: Pick<LockManager, 'request'> | undefined
  channel: BroadcastChannel | undefined
}

const NAME = 'revision.session'

/**
 * Of the visible tabs, the one that holds the lock leads; hidden, closed or signed out, it lets go and the next one
 * takes over. In a browser without locks or channels every visible tab leads itself: more calls, nothing else.
 */
export function createTabs({ page, locks, channel }: Surroundings = ownSurroundings()): Tabs {
  return {
    tell: (message) => channel?.postMessage(message),

    listen(hear) {
      channel?.addEventListener('message', ({ data }: MessageEvent<TabMessage>) => hear(data))
    },

    leadWhileVisible(onChange) {
      let standBack: (() => void) | null = null
      const follow = () => {
        if (page.visibilityState === 'hidden') {
          standBack?.()
          standBack = null
        } else standBack ??= channel && locks ? queueFor(locks, onChange) : leadAtOnce(onChange)
      }
      page.addEventListener('visibilitychange', follow)
      follow()
      return () => {
        page.removeEventListener('visibilitychange', follow)
        standBack?.()
      }
    },
  }
}

/** The other tabs of this page's browser. */
export const tabs = createTabs()

function queueFor(locks: Pick<LockManager, 'request'>, onChange: (leads: boolean) => void): () => void {
  const waiting = new AbortController()
  let leads = false
  let letGo = () => {}
  const lead = () => {
    if (waiting.signal.aborted) return undefined
    leads = true
    onChange(true)
    return new Promise<void>((resolve) => {
      letGo = resolve
    })
  }
  // Refused where a page may not use locks at all: then it leads itself. Stood back before its turn: nothing.
  locks.request(NAME, { signal: waiting.signal }, lead).catch(lead)
  return () => {
    waiting.abort()
    letGo()
    if (leads) onChange(false)
  }
}

function leadAtOnce(onChange: (leads: boolean) => void): () => void {
  onChange(true)
  return () => onChange(false)
}

function ownSurroundings(): Surroundings {
  return {
    page: document,
    // Absent in older browsers and without https, whatever its type says.
    locks: navigator.locks,
    channel: openChannel(),
  }
}

function openChannel(): BroadcastChannel | undefined {
  try {
    return new BroadcastChannel(NAME)
  } catch {
    // Unknown to older browsers; forbidden by some where storage is blocked.
    return undefined
  }
}
