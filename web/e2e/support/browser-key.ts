import type { BrowserContext } from '@playwright/test'
import { generateProof } from 'dpop'

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256' }

/** The key of a browser, which a test knows, so that it can call the API as that browser's page does. */
export class BrowserKey {
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

  /** The proof of a call, by its `Authorization` header. */
  async prove(method: string, address: string, authorization: string): Promise<string> {
    const { origin, pathname } = new URL(address)
    const { headers } = await fetch(`${origin}/api/health`)
    const nonce = headers.get('dpop-nonce') ?? undefined
    const token = authorization.replace('Bearer ', '')
    return generateProof(await this.#keys, `${origin}${pathname}`, method, nonce, token)
  }
}
