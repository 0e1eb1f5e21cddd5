import { once } from 'node:events'
import type { IncomingMessage } from 'node:http'
import { arrayBuffer } from 'node:stream/consumers'
import { CognitoJwtVerifier } from 'aws-jwt-verify'
import { FetchError } from 'aws-jwt-verify/error'
import { SimpleJwksCache } from 'aws-jwt-verify/jwk'
import type { SignIn } from '#shared/domain/accounts/sign-in.ts'
import { DomainError } from '#shared/domain/domain-error.ts'
import { createRecent } from './recent.ts'

type TokenSettings = {
  userPoolId: string
  /** Tokens of any other client of the pool are refused. */
  clientIds: readonly string[]
  /** Where a local user pool serves its keys; undefined in the cloud. */
  endpoint: string | undefined
}

/** Answers the sign-in that a valid access token stands for. @throws DomainError AUTHENTICATION_REQUIRED, TEMPORARILY_UNAVAILABLE */
export type VerifyToken = (token: string) => Promise<SignIn>

/** Tokens of the browsers that called lately. */
const MOST_TOKENS = 1_000

/**
 * Checks access tokens of the given clients of one user pool: signature, issuer, expiry, use and client. A token that was
 * good before is good until it expires: its browser sends it for an hour.
 */
export function createTokenVerifier({ userPoolId, clientIds, endpoint }: TokenSettings): VerifyToken {
  const verifier = CognitoJwtVerifier.create(
    { userPoolId, clientId: [...clientIds], tokenUse: 'access' as const },
    endpoint === undefined
      ? undefined
      : { jwksCache: localKeys(`${endpoint}/${userPoolId}/.well-known/jwks.json`) },
  )
  const verified = createRecent<{ signIn: SignIn; expiresAt: number }>(MOST_TOKENS)
  return async (token) => {
    const known = verified.get(token)
    if (known && known.expiresAt > Date.now() / 1000) return known.signIn
    try {
      const { sub, exp, auth_time: signedInAt, origin_jti: signInId } = await verifier.verify(token)
      // The library checks the presence of neither.
      if (typeof sub !== 'string' || !Number.isFinite(exp)) throw new DomainError('AUTHENTICATION_REQUIRED')
      const signIn = {
        userId: sub,
        // A missing claim would compare as neither before nor after: it counts as the oldest sign-in there is.
        signedInAt: Number.isFinite(signedInAt) ? signedInAt : 0,
        signInId: typeof signInId === 'string' ? signInId : null,
      }
      verified.set(token, { signIn, expiresAt: exp })
      return signIn
    } catch (error) {
      // Keys that cannot be read say nothing about the token, and must not sign its user out.
      if (error instanceof FetchError)
        throw new DomainError('TEMPORARILY_UNAVAILABLE', { retryAfterSeconds: 2, cause: error })
      throw new DomainError('AUTHENTICATION_REQUIRED')
    }
  }
}

/**
 * Returns the library itself asks Cognito alone, over HTTPS. By node:http, which the SDK loads for local endpoints
 * anyway: the first global fetch would add 20 ms to what is measured of a cold start.
 */
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
