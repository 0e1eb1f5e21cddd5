import { createHash, generateKeyPairSync } from 'node:crypto'
import { generateProof } from 'dpop'

/** What a proof is about; `address` may have a query. */
type ProvenCall = { method: string; address: string; token: string; nonce?: string | undefined }

/** A browser as the API knows it: by the key that it holds. */
export type Browser = {
  /** Of its key (RFC 7638). */
  thumbprint: string
  /** The `DPoP` header of a call. */
  prove(call: ProvenCall): Promise<string>
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
    prove: ({ method, address, token, nonce }) => {
      const [withoutQuery = ''] = address.split('?')
      return generateProof(keys, withoutQuery, method, nonce, token)
    },
  }
}

/** The browser of every test that does not care which one it is. */
export const testBrowser = createBrowser()
