import { createHash, generateKeyPairSync } from 'node:crypto'
import { generateProof } from 'dpop'

/** What a proof is about; `address` may have a query. */
type ProvenCall = { method: string; address: string; token: string; nonce?: string | undefined }

/** A browser as the API knows it: by the key that it holds. */
export type Browser = {
  /** Of its key (RFC 7638). */
  thumbprint: string
  /** Its `User-Agent` header. */
  userAgent: string
  /** The `DPoP` header of a call. */
  prove(call: ProvenCall): Promise<string>
}

const USER_AGENTS = {
  'Chrome sur Android': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/139.0.0.0 Mobile Safari/537.36',
  'Samsung Internet sur Android':
    'Mozilla/5.0 (Linux; Android 14; K) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
}

export function createBrowser(): Browser {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256' }
  const keys = {
    privateKey: privateKey.toCryptoKey(algorithm, false, ['sign']),
    publicKey: publicKey.toCryptoKey(algorithm, true, ['verify']),
  }
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  return {
    thumbprint: createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url'),
    userAgent: USER_AGENTS['Chrome sur Android'],
    prove: ({ method, address, token, nonce }) => {
      const [withoutQuery = ''] = address.split('?')
      return generateProof(keys, withoutQuery, method, nonce, token)
    },
  }
}

/** Returns a browser of another name with a copy of this one's key. */
export function renamed(browser: Browser): Browser {
  return { ...browser, userAgent: USER_AGENTS['Samsung Internet sur Android'] }
}

/** The browser of every test that does not care which one it is. */
export const testBrowser = createBrowser()
