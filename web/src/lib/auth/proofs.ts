import type { SentRequest } from '#web/lib/api/call.ts'
import { inTime } from '#web/lib/network.ts'
import { type KeptNonce, rememberedNonce, rememberNonce } from './session-storage.ts'

/** Proves that a request with this token comes from the browser that holds the key (RFC 9449). */
type Prove = (request: SentRequest, token: string) => Promise<string>

export type Proofs = ReturnType<typeof createProofs>

/** The path of the contract's `getHealth`, whose module would bring the schemas of the catalogue. */
const HEALTH = '/api/health'

/** Milliseconds; the server accepts a nonce for longer. */
const NONCE_LIFE_MS = 150_000

const TIMEOUT_MS = 5_000

/** A page that has slept requests a nonce first, which is cheaper than a refused call. */
export function createProofs() {
  let key: Promise<CryptoKeyPair> | null = null
  let kept: KeptNonce | null = rememberedNonce()
  let asking: Promise<void> | null = null

  function keepNonce(nonce: string | null): void {
    if (nonce === null) return
    kept = { nonce, at: Date.now() }
    rememberNonce(kept)
  }

  async function askForNonce(): Promise<void> {
    const signal = AbortSignal.timeout(TIMEOUT_MS)
    const { headers } = await fetch(HEALTH, { signal })
    keepNonce(headers.get('dpop-nonce'))
  }

  /** Resolves when the key is open and a nonce is known; immediately when both are there. */
  async function ready(): Promise<Prove> {
    key ??= openBrowserKey()
    // The clock may be wrong, but it tells how much time has passed.
    if (kept === null || Math.abs(Date.now() - kept.at) >= NONCE_LIFE_MS) {
      asking ??= askForNonce()
        // Without a nonce the server refuses the call and names one.
        .catch(() => undefined)
        .finally(() => {
          asking = null
        })
      await asking
    }
    const keyPair = await key
    return async ({ method, address }, token) => {
      const [path = ''] = address.split('?')
      return signProof(keyPair, {
        htm: method,
        htu: `${location.origin}${path}`,
        ath: encode(await crypto.subtle.digest('SHA-256', bytesOf(token))),
        nonce: kept?.nonce,
        iat: Math.floor(Date.now() / 1000),
        jti: crypto.randomUUID(),
      })
    }
  }

  return { ready, keepNonce }
}

/** Uses WebCrypto itself, which costs every page of a student a third of a library's size. */
async function signProof({ privateKey, publicKey }: CryptoKeyPair, claims: object): Promise<string> {
  const { kty, crv, x, y } = await crypto.subtle.exportKey('jwk', publicKey)
  const header = { typ: 'dpop+jwt', alg: 'ES256', jwk: { kty, crv, x, y } }
  const text = [header, claims].map((part) => encode(bytesOf(JSON.stringify(part)))).join('.')
  const algorithm = { name: 'ECDSA', hash: 'SHA-256' }
  return `${text}.${encode(await crypto.subtle.sign(algorithm, privateKey, bytesOf(text)))}`
}

function bytesOf(text: string): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(text)
}

function encode(bytes: ArrayBuffer | Uint8Array): string {
  const text = btoa(String.fromCharCode(...new Uint8Array(bytes)))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

export const browserProofs = createProofs()

/** Name of the database, of its only store, and of the key in it. */
const NAME = 'revision.key'

/**
 * Opens this browser's key, which its tabs share and whose private part no script can read. It is created when first
 * needed and kept over sign-outs, since it identifies the browser and tells nothing about an account. A browser without
 * storage, or whose storage hangs, has one for the page's life.
 */
export async function openBrowserKey(): Promise<CryptoKeyPair> {
  try {
    return await inTime(openStoredKey())
  } catch {
    return createKey()
  }
}

async function openStoredKey(): Promise<CryptoKeyPair> {
  const request = indexedDB.open(NAME)
  request.addEventListener('upgradeneeded', () => request.result.createObjectStore(NAME))
  const database = await resultOf(request)
  try {
    const open = (mode: IDBTransactionMode) => database.transaction(NAME, mode).objectStore(NAME)
    const stored: unknown = await resultOf(open('readonly').get(NAME))
    if (isKeyPair(stored)) return stored
    // A transaction ends while the key is being created.
    const created = await createKey()
    const store = open('readwrite')
    const storedMeanwhile: unknown = await resultOf(store.get(NAME))
    if (isKeyPair(storedMeanwhile)) return storedMeanwhile
    await resultOf(store.put(created, NAME))
    return created
  } finally {
    database.close()
  }
}

function createKey(): Promise<CryptoKeyPair> {
  return crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
}

/** A key stored by an older version of the browser may be unreadable now. */
function isKeyPair(stored: unknown): stored is CryptoKeyPair {
  return (stored as Partial<CryptoKeyPair> | undefined)?.privateKey instanceof CryptoKey
}

function resultOf<T>(request: IDBRequest<T>): Promise<T> {
  return new Promise((resolve, reject) => {
    request.addEventListener('success', () => resolve(request.result))
    request.addEventListener('error', () => reject(request.error))
  })
}
