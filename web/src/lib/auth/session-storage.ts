import { browserStorage } from '../browser-storage.ts'

const KEY = 'revision.sessionId'

/** The session id that the tabs of this browser share; null when signed out. */
export function readSessionId(): string | null {
  return browserStorage.getItem(KEY)
}

/** Stores the id of the claimed session; the other tabs receive a storage event. */
export function writeSessionId(id: string): void {
  if (readSessionId() !== id) browserStorage.setItem(KEY, id)
}

/** Removes the session id; the other tabs receive a storage event. */
export function clearSessionId(): void {
  browserStorage.removeItem(KEY)
}

/** Whether this browser holds a sign-in: our session id, or the key under which Amplify keeps the last user. */
export function hasStoredSession(): boolean {
  return readSessionId() !== null || browserStorage.keys().some((key) => key.endsWith('.LastAuthUser'))
}

/** Calls the listener when another tab stores a session id, or removes it (null). */
export function onSessionIdChange(listener: (id: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener(event.key === null ? null : event.newValue)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
