import { createHash, createPublicKey, type KeyObject } from 'node:crypto'
import { verifyJwtSync } from 'aws-jwt-verify/jwt-verifier'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import * as v from 'valibot'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Nonces } from './nonces.ts'
import { createRecent } from './recent.ts'

/** What a proof is about: a request by its method and path, and the header that carries the proof. */
export type ProvenRequest = Pick<APIGatewayProxyEventV2, 'headers' | 'rawPath'> & {
  requestContext: { http: { method: string } }
}

/**
 * Checks that the sender of a request holds a private key, by the proof in its `DPoP` header (RFC 9449).
 * @param isOnce whether the proof is good for one request only
 * @returns the thumbprint of the key (RFC 7638)
 * @throws DomainError PROOF_REQUIRED
 */
export type CheckProof = (request: ProvenRequest, token: string, isOnce: boolean) => string

/** Used proofs that a warm function remembers. */
const MOST_PROOFS = 1_000

/**
 * Creates the check of proofs for a site. The nonce says that a proof is recent, since clocks of phones are wrong:
 * `iat` must be there and is not compared. That a proof was used is remembered by its `jti` in this process alone
 * (docs/decisions/29-device-binding.md).
 */
export function createProofCheck({ siteOrigin, nonces }: { siteOrigin: string; nonces: Nonces }): CheckProof {
  const findKey = createKeyCache()
  const used = createRecent<true>(MOST_PROOFS)
  return (request, token, isOnce) => {
    try {
      const proof = request.headers.dpop ?? ''
      const [header = ''] = proof.split('.')
      const { jwk, key, thumbprint } = findKey(header)
      const claims = verifyJwtSync(proof, jwk, { issuer: null, audience: null }, () => key)
      const { htm, htu, ath, nonce, jti } = v.parse(Claims, claims)
      const isForCall =
        htm === request.requestContext.http.method &&
        isAddressOf(request, siteOrigin, htu) &&
        ath === createHash('sha256').update(token).digest('base64url')
      if (!isForCall || !nonces.isValid(nonce)) throw new DomainError('PROOF_REQUIRED')
      if (isOnce) {
        const use = `${thumbprint} ${jti}`
        if (used.get(use)) throw new DomainError('PROOF_REQUIRED')
        used.set(use, true)
      }
      return thumbprint
    } catch (cause) {
      throw new DomainError('PROOF_REQUIRED', { cause })
    }
  }
}

/** ES256 with a public key of its curve, and no extension that a reader must understand. */
const Header = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    typ: v.literal('dpop+jwt'),
    alg: v.literal('ES256'),
    crit: v.optional(v.never()),
    jwk: v.object({
      kty: v.literal('EC'),
      crv: v.literal('P-256'),
      x: v.string(),
      y: v.string(),
      // A private key is no secret any more once it was sent.
      d: v.optional(v.never()),
    }),
  }),
)

const Claims = v.object({
  htm: v.string(),
  htu: v.string(),
  iat: v.number(),
  jti: v.pipe(v.string(), v.nonEmpty(), v.maxLength(256)),
  ath: v.string(),
  nonce: v.string(),
})

type BrowserKey = {
  jwk: { kty: 'EC'; crv: 'P-256'; x: string; y: string }
  key: KeyObject
  thumbprint: string
}

/** Keys of the browsers that called lately. */
const MOST_KEYS = 1_000

/** Opens the key in the header of a proof, which is the same text for all proofs of a browser. */
function createKeyCache(): (header: string) => BrowserKey {
  const known = createRecent<BrowserKey>(MOST_KEYS)
  return (header) => {
    const found = known.get(header)
    if (found) return found
    const { kty, crv, x, y } = v.parse(Header, Buffer.from(header, 'base64url').toString()).jwk
    const jwk = { kty, crv, x, y }
    const key = createPublicKey({ key: jwk, format: 'jwk' })
    // The members that the RFC names, in the order of their names.
    const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
    const opened = { jwk, key, thumbprint }
    known.set(header, opened)
    return opened
  }
}

/** Returns whether a proof names the request's address as the browser sees it; a query does not count. */
function isAddressOf({ rawPath }: ProvenRequest, siteOrigin: string, htu: string): boolean {
  const address = URL.parse(htu)
  if (address?.origin !== siteOrigin) return false
  // The gateway hands the path over decoded.
  return address.pathname === rawPath || decoded(address.pathname) === rawPath
}

function decoded(path: string): string | null {
  try {
    return decodeURIComponent(path)
  } catch {
    return null
  }
}
