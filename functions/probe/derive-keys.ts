import { createECDH, hkdfSync, type webcrypto } from 'node:crypto'
import type { KeyPair } from 'dpop'

/**
 * Derives the key of the probe's browser from its password. Each instance of the function would otherwise count as
 * another browser of the account.
 */
export async function deriveKeys(password: string): Promise<KeyPair> {
  const pair = createECDH('prime256v1')
  const d = Buffer.from(hkdfSync('sha256', password, '', 'key of the browser', 32))
  pair.setPrivateKey(d)
  // An uncompressed point is a byte for its form, x and y.
  const point = pair.getPublicKey()
  const publicKey = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  }
  const open = (jwk: webcrypto.JsonWebKey, isExtractable: boolean, use: 'sign' | 'verify') =>
    crypto.subtle.importKey('jwk', jwk, { name: 'ECDSA', namedCurve: 'P-256' }, isExtractable, [use])
  return {
    privateKey: await open({ ...publicKey, d: d.toString('base64url') }, false, 'sign'),
    publicKey: await open(publicKey, true, 'verify'),
  }
}
