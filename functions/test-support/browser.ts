import { createHash, generateKeyPairSync, randomUUID, sign } from 'node:crypto'
import { encodePart } from '#scripts/local/users/tokens.ts'

/** The parts of a call that a proof is about; `address` may have a query. */
type ProvenCall = { method: string; address: string; token: string; nonce?: string | undefined }

export type Browser = {
  /** Thumbprint of its key (RFC 7638). */
  thumbprint: string
  /** Value of its `User-Agent` header. */
  userAgent: string
  /** Returns the `DPoP` header of a call. */
  prove(call: ProvenCall): Promise<string>
}

const USER_AGENTS = {
  'Chrome sur Android': 'Mozilla/5.0 (Linux; Android 10; K) Chrome/139.0.0.0 Mobile Safari/537.36',
  'Samsung Internet sur Android':
    'Mozilla/5.0 (Linux; Android 14; K) SamsungBrowser/27.0 Chrome/125.0 Mobile Safari/537.36',
}

/** Creates a browser that signs without the library of real ones, which takes ten times as long. */
export function createBrowser(): Browser {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const { crv, kty, x, y } = publicKey.export({ format: 'jwk' })
  const header = encodePart({ alg: 'ES256', typ: 'dpop+jwt', jwk: { kty, crv, x, y } })
  return {
    thumbprint: createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url'),
    userAgent: USER_AGENTS['Chrome sur Android'],
    prove: async ({ method, address, token, nonce }) => {
      const [htu] = address.split('?')
      const ath = createHash('sha256').update(token).digest('base64url')
      const iat = Math.floor(Date.now() / 1000)
      const signed = `${header}.${encodePart({ iat, jti: randomUUID(), htm: method, nonce, htu, ath })}`
      const key = { key: privateKey, dsaEncoding: 'ieee-p1363' } as const
      return `${signed}.${sign('sha256', Buffer.from(signed), key).toString('base64url')}`
    },
  }
}

/** Returns a browser of another name with a copy of this one's key. */
export function renamed(browser: Browser): Browser {
  return { ...browser, userAgent: USER_AGENTS['Samsung Internet sur Android'] }
}

export const testBrowser = createBrowser()
