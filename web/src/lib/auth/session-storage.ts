import { browserStorage } from './browser-storage.ts'

/** The session id that the tabs of this browser share (decision D14). */
const KEY = 'revision.sessionId'

/** The session id of this browser; null when nobody is signed in. */
export function readSessionId(): string | null {
  return browserStorage.getItem(KEY)
}

/** Keeps the id of the session that was claimed and tells the other tabs. */
export function writeSessionId(id: string): void {
  if (readSessionId() !== id) browserStorage.setItem(KEY, id)
}

/** Forgets the session id and tells the other tabs. */
export function clearSessionId(): void {
  browserStorage.removeItem(KEY)
}

/** Whether somebody signed in here before: our session id, or the key under which Amplify keeps the last user. */
export function hasStoredSession(): boolean {
  return readSessionId() !== null || browserStorage.keys().some((key) => key.endsWith('.LastAuthUser'))
}

/** Tells when another tab opened (its id) or closed (null) the session. */
export function onSessionIdChange(listener: (id: string | null) => void): () => void {
  const onStorage = (event: StorageEvent) => {
    if (event.key === KEY || event.key === null) listener(event.key === null ? null : event.newValue)
  }
  window.addEventListener('storage', onStorage)
  return () => window.removeEventListener('storage', onStorage)
}
