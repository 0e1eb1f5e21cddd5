/** The part of the Storage interface that this site uses. */
export type BrowserStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  keys(): string[]
}

/** Creates a storage that lasts as long as the page. */
export function createMemoryStorage(entries: Iterable<[string, string]> = []): BrowserStorage {
  const kept = new Map(entries)
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    keys: () => [...kept.keys()],
  }
}

/**
 * Creates a storage that always works: localStorage, or the page's own memory where localStorage is blocked, private or
 * full, so that such a browser stays signed in within one tab. Every write is tried on its own; nothing throws.
 * @param open returns localStorage, whose mere name throws where it is blocked
 */
export function createBrowserStorage(open: () => Storage = () => window.localStorage): BrowserStorage {
  const memory = createMemoryStorage()
  return {
    getItem: (key) => memory.getItem(key) ?? attempt(() => open().getItem(key), null),
    setItem(key, value) {
      memory.removeItem(key)
      if (attempt(() => (open().setItem(key, value), true), false)) return
      // An older value may still be there, and would come back with the next page.
      attempt(() => open().removeItem(key), undefined)
      memory.setItem(key, value)
    },
    removeItem(key) {
      memory.removeItem(key)
      attempt(() => open().removeItem(key), undefined)
    },
    keys: () => [...new Set([...memory.keys(), ...attempt(() => Object.keys(open()), [])])],
  }
}

export const browserStorage = createBrowserStorage()

function attempt<T>(step: () => T, otherwise: T): T {
  try {
    return step()
  } catch {
    return otherwise
  }
}
