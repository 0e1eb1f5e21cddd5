import { createHash, createHmac, createPublicKey } from 'node:crypto'
import type { MiddlewareObj } from '@middy/core'
import { verifyJwtSync } from 'aws-jwt-verify/jwt-verifier'
import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from 'aws-lambda'
import * as v from 'valibot'
import type { Route } from '#shared/contract/define-route.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { createBoundedCache, remembering } from './bounded-cache.ts'
import type { Clock } from './use-case.ts'

export type ProvenRequest = Pick<APIGatewayProxyEventV2, 'headers' | 'rawPath'> & {
  requestContext: { http: { method: string } }
}

/** Most used proofs that a warm function remembers. */
const MOST_PROOFS = 1_000

/** Half of a nonce's life: the current and the previous window are accepted. Milliseconds. */
const WINDOW_MS = 150_000

type Nonces = ReturnType<typeof createNonces>

/**
 * Nonces of proofs (RFC 9449), which show that a proof is at most a few minutes old: a keyed hash of the current window
 * of time, the same for every caller. A new secret costs each one repeated call.
 */
export function createNonces(secrets: readonly string[], clock: Clock) {
  // A nonce is the same for minutes, and a digest a twentieth of a warm call.
  const nonceOf = remembering(2, (window) =>
    createHmac('sha256', secrets.join()).update(`DPoP nonce ${window}`).digest('base64url').slice(0, 22),
  )
  const nonceBefore = (windows: number) =>
    nonceOf(String(Math.floor(clock.now().getTime() / WINDOW_MS) - windows))
  return {
    present: () => nonceBefore(0),
    isValid: (nonce: string) => [nonceBefore(0), nonceBefore(1)].includes(nonce),
  }
}

/** Middleware: adds the current nonce to every answer, except to those that shared caches keep. */
export function nonceAnswers(
  nonces: Nonces,
  route: Route | undefined,
): MiddlewareObj<APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2> {
  const isShared = route !== undefined && route.sharedCacheSeconds > 0
  const addNonce = ({ response }: { response: APIGatewayProxyStructuredResultV2 | null | undefined }) => {
    if (response && !isShared) response.headers = { ...response.headers, 'dpop-nonce': nonces.present() }
  }
  return { after: addNonce, onError: addNonce }
}

/**
 * Checks that the sender of a request holds a private key, by the proof in its `DPoP` header (RFC 9449), which is valid
 * for one request if `isOnce`. The nonce shows that a proof is recent: clocks of phones are wrong, so `iat` must be
 * present but is not compared. Used proofs are remembered by their `jti` in this process alone
 * (docs/decisions/02-sessions.md). @returns the thumbprint of the key (RFC 7638) @throws DomainError PROOF_REQUIRED
 */
export function createProofCheck({ siteOrigin, nonces }: { siteOrigin: string; nonces: Nonces }) {
  const findKey = remembering(MOST_KEYS, importKey)
  const used = createBoundedCache<true>(MOST_PROOFS)
  return (request: ProvenRequest, token: string, isOnce: boolean): string => {
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

/** ES256 with a public key of its curve, and no critical extension. */
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
      // A private key that was sent is no longer secret.
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

/** Most browsers whose keys a warm function remembers. */
const MOST_KEYS = 1_000

/** Imports the key in the header of a proof. All proofs of a browser have the same header. */
function importKey(header: string) {
  const { kty, crv, x, y } = v.parse(Header, Buffer.from(header, 'base64url').toString()).jwk
  const jwk = { kty, crv, x, y }
  // RFC 7638 demands these members in this order.
  const thumbprint = createHash('sha256').update(JSON.stringify({ crv, kty, x, y })).digest('base64url')
  return { jwk, key: createPublicKey({ key: jwk, format: 'jwk' }), thumbprint }
}

/**
 * Returns whether a proof names the address of the request as the browser sees it, without its query. @throws URIError
 */
function isAddressOf({ rawPath }: ProvenRequest, siteOrigin: string, htu: string): boolean {
  // Most proofs name it letter for letter, and reading an address takes as long as a tenth of a proof.
  if (htu === siteOrigin + rawPath) return true
  const address = URL.parse(htu)
  if (address?.origin !== siteOrigin) return false
  // The gateway decodes the path.
  return address.pathname === rawPath || decodeURIComponent(address.pathname) === rawPath
}
