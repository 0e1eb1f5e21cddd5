import { type BrowserStorage, browserStorage, createMemoryStorage } from './browser-storage.ts'

/** What Amplify's keys begin with (its AUTH_KEY_PREFIX). */
const PREFIX = 'CognitoIdentityServiceProvider.'

/** The tokens of one sign-in: this browser's, until they are let go. */
export type TokenStorage = BrowserStorage & {
  /** Removes the tokens from this browser at once; whoever still speaks for them reads and writes memory from now on. */
  takeOut(): void
  /** Leaves this browser's tokens alone, which are another sign-in's by now; late writes go nowhere. */
  letGo(): void
}

/** This browser's tokens. */
export function createTokenStorage(shared: BrowserStorage = browserStorage): TokenStorage {
  let storage = shared
  return {
    getItem: (key) => storage.getItem(key),
    setItem: (key, value) => storage.setItem(key, value),
    removeItem: (key) => storage.removeItem(key),
    keys: () => tokenKeys(storage),
    takeOut() {
      storage = copyOf(storage)
      for (const key of tokenKeys(shared)) shared.removeItem(key)
    },
    letGo() {
      storage = createMemoryStorage()
    },
  }
}

/** The tokens as they are now, in memory. */
function copyOf(storage: BrowserStorage): BrowserStorage {
  return createMemoryStorage(tokenKeys(storage).map((key) => [key, storage.getItem(key) ?? '']))
}

/** Puts tokens in the place of those that are there. */
export function replaceTokens(tokens: BrowserStorage, shared: BrowserStorage = browserStorage): void {
  for (const key of tokenKeys(shared)) if (tokens.getItem(key) === null) shared.removeItem(key)
  for (const key of tokenKeys(tokens)) shared.setItem(key, tokens.getItem(key) ?? '')
}

/** Whose tokens these are; null when there are none. */
export function userOf(tokens: BrowserStorage): string | null {
  const key = tokenKeys(tokens).find((candidate) => candidate.endsWith('.LastAuthUser'))
  return key === undefined ? null : tokens.getItem(key)
}

function tokenKeys(storage: BrowserStorage): string[] {
  return storage.keys().filter((key) => key.startsWith(PREFIX))
}
