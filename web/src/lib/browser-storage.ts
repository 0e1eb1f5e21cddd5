import { OFFLINE_CACHE } from '#shared/domain/documents/offline-cache.ts'
import { endAll, listen } from './listen.ts'

export type BrowserStorage = {
  getItem(key: string): string | null
  setItem(key: string, value: string): void
  removeItem(key: string): void
  keys(): string[]
}

export function createMemoryStorage(entries: Iterable<[string, string]> = []): BrowserStorage {
  const kept = new Map(entries)
  return {
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, value) => void kept.set(key, value),
    removeItem: (key) => void kept.delete(key),
    keys: () => [...kept.keys()],
  }
}

/** Uses the page's own memory where localStorage is blocked, private or full; nothing throws. */
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

/** A text that this browser keeps over reloads; every tab sees its changes. */
export type KeptText = ReturnType<typeof createKeptText>

export function createKeptText(key: string) {
  const listeners = new Set<() => void>()
  return {
    read: () => browserStorage.getItem(key),
    /** Keeps the text over a reload; null removes it. */
    write(text: string | null): void {
      if (text === null) browserStorage.removeItem(key)
      else browserStorage.setItem(key, text)
      for (const listener of listeners) listener()
    },
    /** Subscribes to changes made by this tab, and (`elsewhere`) to those made by another. */
    onChange(listener: () => void, elsewhere: () => void = listener): () => void {
      listeners.add(listener)
      return endAll(
        () => void listeners.delete(listener),
        listen(window, 'storage', (event) => event.key === key && elsewhere()),
      )
    },
  }
}

// Each is stored with the account that made them (docs/security.md).

export const unsentMarksText = createKeptText('revision.marks')
/** The examination under way, and the results of others that the server does not have yet. */
export const keptExamsText = createKeptText('revision.exams')
/** Marks of single exercises that the server does not have yet. */
export const unsentExercisesText = createKeptText('revision.exercises')

/** The clocks of single exercises, which the server does not get. */
export const exerciseClocksText = createKeptText('revision.clocks')

/** A payment that is being declared. Only its form sends it, once the student says so. */
export const paymentDraftText = createKeptText('revision.payment')

/** The documents that the student keeps on this device, without their bytes. */
export const offlineText = createKeptText('revision.offline')

/** Texts that any page sends. */
export const keptTexts = [unsentMarksText, keptExamsText, unsentExercisesText]

/** Removes everything when the user signs out or the account ends. */
export function forgetKept(): void {
  for (const kept of [...keptTexts, exerciseClocksText, paymentDraftText, offlineText]) kept.write(null)
  // Browsers without a secure connection have no caches.
  void globalThis.caches?.delete(OFFLINE_CACHE).catch(() => undefined)
}

export const VIDEO_POSITIONS_KEY = 'revision.videoPlaces'

/** Apart from the viewer's code that reads them, because every page does this at sign-out. */
export function clearVideoPositions(): void {
  browserStorage.removeItem(VIDEO_POSITIONS_KEY)
}
