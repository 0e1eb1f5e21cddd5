import { browserStorage } from '../browser-storage.ts'

/** Marks that the server does not have yet, with the account that made them (docs/security.md). */
const KEY = 'revision.marks'

const listeners = new Set<() => void>()

/** The stored text; null when everything was sent. */
export function readUnsent(): string | null {
  return browserStorage.getItem(KEY)
}

/** Keeps it over a reload; null removes everything. */
export function writeUnsent(text: string | null): void {
  if (text === null) browserStorage.removeItem(KEY)
  else browserStorage.setItem(KEY, text)
  for (const listener of listeners) listener()
}

/** Subscribes to changes made by this tab or (`elsewhere`) by another. */
export function onUnsentChange(listener: () => void, elsewhere: () => void = listener): () => void {
  const onStorage = ({ key }: StorageEvent) => {
    if (key === KEY) elsewhere()
  }
  listeners.add(listener)
  window.addEventListener('storage', onStorage)
  return () => {
    listeners.delete(listener)
    window.removeEventListener('storage', onStorage)
  }
}
