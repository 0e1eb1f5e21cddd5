import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { arrayBuffer } from 'node:stream/consumers'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { FetchError } from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import type { SignIn } from '#shared/domain/accounts/sign-in.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { createBoundedCache } from './bounded-cache.ts'

type TokenSettings = {
  userPoolId: string
  /** Tokens of other clients of the pool are refused. */
  clientIds: readonly string[]
  /** Address of a local user pool, whose keys are read from there; undefined in the cloud. */
  endpoint: string | undefined
}

/** Most tokens that a warm function remembers. */
const MOST_TOKENS = 1_000

/**
 * The verifier returns the sign-in of a valid access token, which it accepts without another check until it expires,
 * since its browser sends it for an hour. @throws DomainError AUTHENTICATION_REQUIRED, TEMPORARILY_UNAVAILABLE
 */
export function createTokenVerifier({ userPoolId, clientIds, endpoint }: TokenSettings) {
  const verifier = CognitoJwtVerifier.create(
    { userPoolId, clientId: [...clientIds], tokenUse: 'access' as const },
    endpoint === undefined
      ? undefined
      : { jwksCache: localKeys(`${endpoint}/${userPoolId}/.well-known/jwks.json`) },
  )
  const verified = createBoundedCache<{ signIn: SignIn; expiresAt: number }>(MOST_TOKENS)
  return async (token: string): Promise<SignIn> => {
    const known = verified.get(token)
    if (known && known.expiresAt > Date.now() / 1000) return known.signIn
    try {
      const { sub, exp, auth_time: signedInAt, origin_jti: signInId } = await verifier.verify(token)
      // The library does not require these claims.
      if (typeof sub !== 'string' || !Number.isFinite(exp)) throw new DomainError('AUTHENTICATION_REQUIRED')
      const signIn = {
        userId: sub,
        // A missing claim counts as the oldest possible sign-in, since it would compare as neither before nor after.
        signedInAt: Number.isFinite(signedInAt) ? signedInAt : 0,
        signInId: typeof signInId === 'string' ? signInId : null,
      }
      verified.set(token, { signIn, expiresAt: exp })
      return signIn
    } catch (error) {
      // A failure to read the keys says nothing about the token, and must not sign its user out.
      if (error instanceof FetchError)
        throw new DomainError('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 2, cause: error })
      throw new DomainError('AUTHENTICATION_REQUIRED')
    }
  }
}

/** The library reads keys over HTTPS only. A first global fetch would add 20 ms to the measured cold start. */
function localKeys(uri: string): SimpleJwksCache {
  const read = async () => {
    const { get } = await import('node:http')
    try {
      const [response] = (await once(get(uri), 'response')) as [IncomingMessage]
      if (response.statusCode === 200) return await arrayBuffer(response)
      response.destroy()
      throw new Error(`status ${response.statusCode}`)
    } catch (error) {
      throw new FetchError(uri, error)
    }
  }
  return new SimpleJwksCache({ fetcher: { fetch: read } })
}
