import { createTabs, type Tabs } from '#web/lib/auth/tabs.ts'

/** A page of a browser that a test shows and hides. */
export class FakePage extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'

  become(state: DocumentVisibilityState): void {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

/** Returns the one lock of a browser, as Web Locks grants it: in turn, released when the holder's promise ends. */
function aLock(): Pick<LockManager, 'request'> {
  const queue: (() => Promise<unknown>)[] = []
  let isHeld = false
  const next = async () => {
    const turn = isHeld ? undefined : queue.shift()
    if (!turn) return
    isHeld = true
    await turn()
    isHeld = false
    void next()
  }
  const request = (_: string, { signal }: LockOptions, hold: (lock: Lock | null) => unknown) =>
    new Promise((resolve, reject) => {
      const turn = async () => {
        await Promise.resolve()
        if (!signal?.aborted) resolve(await hold(null))
      }
      signal?.addEventListener('abort', () => {
        const place = queue.indexOf(turn)
        if (place < 0) return
        queue.splice(place, 1)
        reject(signal.reason as Error)
      })
      queue.push(turn)
      void next()
    })
  return { request: request as LockManager['request'] }
}

/** Returns a browser with several tabs: they share one lock, and a channel that reaches all but its sender. */
export function aBrowser() {
  const locks = aLock()
  const channels = new Set<EventTarget>()
  return {
    /** Opens one more tab. */
    aTab(): { page: FakePage; tabs: Tabs } {
      const page = new FakePage()
      const channel = new EventTarget()
      channels.add(channel)
      const postMessage = (data: unknown) => {
        for (const other of channels)
          if (other !== channel)
            other.dispatchEvent(new MessageEvent('message', { data: structuredClone(data) }))
      }
      const tabs = createTabs({
        page: page as unknown as Document,
        locks,
        channel: Object.assign(channel, { postMessage }) as unknown as BroadcastChannel,
      })
      return { page, tabs }
    },
  }
}
