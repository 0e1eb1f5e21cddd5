import { type BrowserStorage, browserStorage, createMemoryStorage } from '../browser-storage.ts'
import { LAST_USER } from './session-storage.ts'

// Stores the tokens under the keys by which Amplify finds them.

/** Amplify's AUTH_KEY_PREFIX. */
const TOKEN_PREFIX = 'CognitoIdentityServiceProvider.'

/** Creates the storage of this browser's tokens, until they are detached or released. */
export function createTokenStorage() {
  let storage = browserStorage
  return {
    getItem: (key: string) => storage.getItem(key),
    setItem: (key: string, value: string) => storage.setItem(key, value),
    removeItem: (key: string) => storage.removeItem(key),
    keys: () => tokenKeys(storage),
    /** Removes the tokens from the browser; from now on, requests for them use a copy in memory. */
    detach(): void {
      const keys = tokenKeys(storage)
      storage = createMemoryStorage(keys.map((key) => [key, storage.getItem(key) ?? '']))
      for (const key of tokenKeys(browserStorage)) browserStorage.removeItem(key)
    },
    /** Leaves the browser's tokens untouched; later writes are dropped. */
    release(): void {
      storage = createMemoryStorage()
    },
  }
}

export function replaceStoredTokens(tokens: BrowserStorage): void {
  for (const key of tokenKeys(browserStorage))
    if (tokens.getItem(key) === null) browserStorage.removeItem(key)
  for (const key of tokenKeys(tokens)) browserStorage.setItem(key, tokens.getItem(key) ?? '')
}

/** Returns the user of the tokens; null when there are none. */
export function tokenUser(tokens: BrowserStorage): string | null {
  const key = userKey(tokens)
  return key === undefined ? null : tokens.getItem(key)
}

/** A token this close to its expiry counts as expired, as for Amplify. */
const TOLERANCE_MS = 5_000

/** Returns the stored access token while it is valid by Amplify's own rule; null when it must be refreshed. */
export function validToken(tokens: BrowserStorage): string | null {
  const user = `${userKey(tokens)?.slice(0, -LAST_USER.length)}.${tokenUser(tokens)}`
  const token = tokens.getItem(`${user}.accessToken`)
  const drift = Number(tokens.getItem(`${user}.clockDrift`))
  return token !== null && Date.now() + drift + TOLERANCE_MS <= expiryOf(token) ? token : null
}

/** Milliseconds; NaN for a string that is no token. */
function expiryOf(token: string): number {
  try {
    const [, payload = ''] = token.split('.')
    const claims = JSON.parse(atob(payload.replaceAll('-', '+').replaceAll('_', '/'))) as { exp: number }
    return claims.exp * 1_000
  } catch {
    return Number.NaN
  }
}

function userKey(tokens: BrowserStorage): string | undefined {
  return tokenKeys(tokens).find((key) => key.endsWith(LAST_USER))
}

function tokenKeys(storage: BrowserStorage): string[] {
  return storage.keys().filter((key) => key.startsWith(TOKEN_PREFIX))
}
