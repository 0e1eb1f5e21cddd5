import { browserStorage } from './browser-storage.ts'

/** A text that this browser keeps until the server has what it says; every tab sees its changes. */
export type KeptText = ReturnType<typeof createKeptText>

function createKeptText(key: string) {
  const listeners = new Set<() => void>()
  return {
    /** Null when nothing is kept. */
    read: () => browserStorage.getItem(key),
    /** Keeps it over a reload; null removes everything. */
    write(text: string | null): void {
      if (text === null) browserStorage.removeItem(key)
      else browserStorage.setItem(key, text)
      for (const listener of listeners) listener()
    },
    /** Subscribes to changes made by this tab or (`elsewhere`) by another. */
    onChange(listener: () => void, elsewhere: () => void = listener): () => void {
      const onStorage = (event: StorageEvent) => {
        if (event.key === key) elsewhere()
      }
      listeners.add(listener)
      window.addEventListener('storage', onStorage)
      return () => {
        listeners.delete(listener)
        window.removeEventListener('storage', onStorage)
      }
    },
  }
}

// With the account that made them (docs/security.md).

/** Marks that the server does not have yet. */
export const unsentMarksText = createKeptText('revision.marks')
/** The examination that is being sat, and what the server does not have yet of others. */
export const keptExamsText = createKeptText('revision.exams')

export const keptTexts = [unsentMarksText, keptExamsText]

/** Removes everything, for the end of a sign-in or of the account. */
export function forgetKept(): void {
  for (const kept of keptTexts) kept.write(null)
}
