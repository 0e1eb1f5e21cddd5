import { createHash } from 'node:crypto'
import type { APIGatewayProxyEventV2 } from 'aws-lambda'
import {
  type CompactJWSHeaderParameters,
  calculateJwkThumbprint,
  compactVerify,
  EmbeddedJWK,
  type FlattenedJWSInput,
} from 'jose'
import * as v from 'valibot'
import { DomainError } from '#shared/domain/domain-error.ts'
import type { Nonces } from './nonces.ts'

/** What a proof is about: a request by its method and path, and the header that carries the proof. */
export type ProvenRequest = Pick<APIGatewayProxyEventV2, 'headers' | 'rawPath'> & {
  requestContext: { http: { method: string } }
}

/**
 * Checks that the sender of a request holds a private key, by the proof in its `DPoP` header (RFC 9449).
 * @returns the thumbprint of the key (RFC 7638)
 * @throws DomainError PROOF_REQUIRED
 */
export type CheckProof = (request: ProvenRequest, token: string) => Promise<string>

/**
 * The check of proofs for a site. The nonce says that a proof is recent, since clocks of phones are wrong: `iat` must be
 * there and is not compared. A `jti` is not remembered, which would be a write a call (docs/decisions/29-device-binding.md).
 */
export function createProofCheck({ siteOrigin, nonces }: { siteOrigin: string; nonces: Nonces }): CheckProof {
  const findKey = createKeyCache()
  return async (request, token) => {
    try {
      let thumbprint = ''
      const resolveKey = async (header: CompactJWSHeaderParameters, jws: FlattenedJWSInput) => {
        const found = await findKey(header, jws)
        thumbprint = found.thumbprint
        return found.key
      }
      const proof = await compactVerify(request.headers.dpop ?? '', resolveKey, { algorithms: ['ES256'] })
      const { htm, htu, ath, nonce } = v.parse(Claims, Buffer.from(proof.payload).toString())
      const isForCall =
        proof.protectedHeader.typ === 'dpop+jwt' &&
        htm === request.requestContext.http.method &&
        isAddressOf(request, siteOrigin, htu) &&
        ath === createHash('sha256').update(token).digest('base64url')
      if (!isForCall || !nonces.isValid(nonce)) throw new DomainError('PROOF_REQUIRED')
      return thumbprint
    } catch (cause) {
      throw new DomainError('PROOF_REQUIRED', { cause })
    }
  }
}

/** The payload of a proof. */
const Claims = v.pipe(
  v.string(),
  v.parseJson(),
  v.object({
    htm: v.string(),
    htu: v.string(),
    iat: v.number(),
    jti: v.pipe(v.string(), v.nonEmpty()),
    ath: v.string(),
    nonce: v.string(),
  }),
)

type BrowserKey = { key: Awaited<ReturnType<typeof EmbeddedJWK>>; thumbprint: string }

/** Keys of the browsers that called lately. */
const MOST_KEYS = 1_000

/** Opens the key in a proof's header; once for each browser, since that costs as much as checking a signature. */
function createKeyCache(): (
  header: CompactJWSHeaderParameters,
  jws: FlattenedJWSInput,
) => Promise<BrowserKey> {
  const known = new Map<string, BrowserKey>()
  return async (header, jws) => {
    const name = JSON.stringify(header.jwk)
    const found = known.get(name)
    if (found) return found
    const opened = {
      key: await EmbeddedJWK(header, jws),
      thumbprint: await calculateJwkThumbprint(header.jwk ?? {}),
    }
    const [oldest] = known.keys()
    if (known.size >= MOST_KEYS && oldest !== undefined) known.delete(oldest)
    known.set(name, opened)
    return opened
  }
}

/** Whether a proof names the request's address as the browser sees it; a query does not count. */
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
