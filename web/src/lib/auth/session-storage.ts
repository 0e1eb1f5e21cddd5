import type { Profile } from '#shared/entities/user.ts'
import { listen } from '#web/lib/listen.ts'
import { browserStorage } from '../browser-storage.ts'
import { serverNow } from '../server-clock.ts'

const KEY = 'revision.sessionId'
const PROFILE_KEY = 'revision.profile'
const NONCE_KEY = 'revision.nonce'
/** Prefix of the keys of answers that are kept for visits without a network (web/src/lib/api/kept-data.ts). */
export const KEPT_ANSWER = 'revision.kept.'

/** Returns the session id that the tabs of this browser share; null when signed out. */
export function readSessionId(): string | null {
  return browserStorage.getItem(KEY)
}

/** Stores the id of the claimed session; the other tabs receive a storage event. */
export function writeSessionId(id: string): void {
  if (readSessionId() !== id) browserStorage.setItem(KEY, id)
}

/** Removes the session id and everything that was kept with it; the other tabs receive a storage event. */
export function clearSessionId(): void {
  const answers = browserStorage.keys().filter((key) => key.startsWith(KEPT_ANSWER))
  for (const key of [KEY, PROFILE_KEY, NONCE_KEY, ...answers]) browserStorage.removeItem(key)
}

/** Keeps the profile of a session for the next page, which shows it until the server has answered. */
export function rememberProfile(sessionId: string, profile: Profile): void {
  const kept = JSON.stringify({ sessionId, profile })
  if (browserStorage.getItem(PROFILE_KEY) !== kept) browserStorage.setItem(PROFILE_KEY, kept)
}

/** Returns the profile that was kept for the stored session, without Premium that has ended since; null without one. */
export function rememberedProfile(): Profile | null {
  // Only this site writes it, but perhaps another version of it. It is read without a schema, which visitors would load
  // too.
  const kept = readJson(PROFILE_KEY) as { sessionId: string; profile: Profile } | null
  if (!kept?.profile?.id || !kept.profile.email || kept.sessionId !== readSessionId()) return null
  const { isPremium, premiumUntil } = kept.profile
  // An instant of the server, which needs no time zone data of the device; its next answer corrects what is kept.
  const isOver = premiumUntil !== null && Date.parse(premiumUntil) <= serverNow()
  return { ...kept.profile, isPremium: isPremium && !isOver }
}

/** A nonce of the server for proofs, and the time of its arrival in milliseconds. */
export type KeptNonce = { nonce: string; at: number }

export function rememberNonce(kept: KeptNonce): void {
  if (readSessionId() !== null) browserStorage.setItem(NONCE_KEY, JSON.stringify(kept))
}

/** Returns the nonce that was kept last; null without one. */
export function rememberedNonce(): KeptNonce | null {
  return readJson(NONCE_KEY) as KeptNonce | null
}

/** Returns what is stored under a key; null for nothing, and for what cannot be read. */
export function readJson(key: string): unknown {
  try {
    return JSON.parse(browserStorage.getItem(key) ?? 'null')
  } catch {
    return null
  }
}

/** Suffix of the key under which Amplify names the user of the tokens that it stores. */
export const LAST_USER = '.LastAuthUser'

/** True when this browser holds a sign-in: our session id, or tokens. */
export function hasStoredSession(): boolean {
  return readSessionId() !== null || browserStorage.keys().some((key) => key.endsWith(LAST_USER))
}

/** Calls the listener when another tab stores a session id, or removes it (null). */
export function onSessionIdChange(listener: (id: string | null) => void): () => void {
  return listen(window, 'storage', ({ key, newValue }) => {
    if (key === KEY || key === null) listener(key === null ? null : newValue)
  })
}
