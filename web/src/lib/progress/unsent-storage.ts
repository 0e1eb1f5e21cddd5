import { browserStorage } from '../auth/browser-storage.ts'

/** Marks that the server does not have yet, with the account that they are of (docs/security.md). */
const KEY = 'revision.marks'

const listeners = new Set<() => void>()

/** What is kept on this device, as it is kept; null: everything was sent. */
export function readUnsent(): string | null {
  return browserStorage.getItem(KEY)
}

/** Keeps it over a reload; null forgets everything. */
export function writeUnsent(text: string | null): void {
  if (text === null) browserStorage.removeItem(KEY)
  else browserStorage.setItem(KEY, text)
  for (const listener of listeners) listener()
}

/** Tells of every change, by this tab or (`elsewhere`) by another. */
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
