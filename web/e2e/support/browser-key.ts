import type { BrowserContext } from '@playwright/test'
import { generateProof } from 'dpop'

/** The headers that make a call beside the page one of its browser. */
export type Proof = { dpop: string; 'user-agent': string }

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }
/** A nonce is accepted for 150 s at least. */
const NONCE_KEPT_MS = 60_000

/** The server's present nonce, by origin. */
const nonces = new Map<string, { nonce: Promise<string | undefined>; askedAt: number }>()

/** A browser's key that a test knows, so that it can call the API as that browser's page does. */
export class BrowserKey {
  /** The browser's name, by which the server distinguishes it from another browser with the same key. */
  userAgent = 'Chrome/0'
  readonly #keys: Promise<CryptoKeyPair> = crypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify'])

  /** Makes this the key that pages of a browser without one create; they cannot export it either. */
  async giveTo(context: BrowserContext): Promise<void> {
    const { privateKey, publicKey } = await this.#keys
    const jwks = {
      privateKey: await crypto.subtle.exportKey('jwk', privateKey),
      publicKey: await crypto.subtle.exportKey('jwk', publicKey),
    }
    await context.addInitScript(
      ({ jwks: given, algorithm }) => {
        // An empty page has no keys.
        if (!globalThis.isSecureContext) return
        const open = (jwk: JsonWebKey, isExtractable: boolean, use: KeyUsage) =>
          crypto.subtle.importKey('jwk', { ...jwk, ext: true, key_ops: [use] }, algorithm, isExtractable, [
            use,
          ])
        const generateKey = async () => ({
          privateKey: await open(given.privateKey, false, 'sign'),
          publicKey: await open(given.publicKey, true, 'verify'),
        })
        Object.assign(crypto.subtle, { generateKey })
      },
      { jwks, algorithm: ALGORITHM },
    )
  }

  /** Returns the proof of a call, by its `Authorization` header, and the browser's name. */
  async prove(method: string, address: string, authorization: string): Promise<Proof> {
    const { origin, pathname } = new URL(address)
    const nonce = await nonceOf(origin)
    const token = authorization.replace('Bearer ', '')
    const dpop = await generateProof(await this.#keys, `${origin}${pathname}`, method, nonce, token)
    return { dpop, 'user-agent': this.userAgent }
  }
}

function nonceOf(origin: string): Promise<string | undefined> {
  const known = nonces.get(origin)
  if (known && performance.now() - known.askedAt < NONCE_KEPT_MS) return known.nonce
  const nonce = fetch(`${origin}/api/health`).then(({ headers }) => headers.get('dpop-nonce') ?? undefined)
  nonces.set(origin, { nonce, askedAt: performance.now() })
  return nonce
}
