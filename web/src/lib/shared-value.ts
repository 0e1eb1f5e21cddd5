/** Creates a value that parts of a page share; `get` and `subscribe` suit React's useSyncExternalStore. */
export function createSharedValue<Value>(first: Value) {
  let value = first
  const listeners = new Set<() => void>()
  return {
    get: () => value,
    set(next: Value): void {
      value = next
      for (const listener of listeners) listener()
    },
    /** @returns a function that unsubscribes */
    subscribe(listener: () => void): () => void {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** The outcome of an action; `ms` is the time after which an error closes by itself. */
export type Toast = { kind: 'success'; text: string } | { kind: 'error'; text: string; ms?: number }

/** The message in the page's toast region; null for none. */
export const shownToast = createSharedValue<Toast | null>(null)

/** Shows a message in place of the previous one; null removes it. */
export const showToast = shownToast.set
